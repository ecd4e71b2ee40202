internal import Glibc

extension AccountRows {
    /// The persons among these places, or among all, in the order of ``AccountHead/order(_:_:)``; of several sign-ins of one the first.
    ///
    /// Indices of `places`. Nothing where the file's rows are in another order, which only a fault would make. The bytes are compared:
    /// making the texts costs ten times as much.
    func persons(_ places: [Int]?) -> [Int]? {
        guard image.count(.order) == count else { return nil }
        let indices = places.map { inverse(of: $0) }
        var persons: [Int] = []
        persons.reserveCapacity(places?.count ?? count)
        var last: Int?
        for row in 0..<count {
            let place = image.word(.order, row, 0)
            guard place < count else { return nil }
            let index = indices?[place] ?? place
            guard index >= 0 else { continue }
            var order: Int32 = -1
            if let last {
                order = comparePersons(last, place)
                guard order < 0 || order == 0 && compare(last, place, 2) < 0 else { return nil }
            }
            last = place
            if order < 0 { persons.append(index) }
        }
        return persons
    }

    /// By home account id, then by host.
    private func comparePersons(_ left: Int, _ right: Int) -> Int32 {
        let order = compare(left, right, 0)
        return order != 0 ? order : compare(left, right, 1)
    }

    private func compare(_ left: Int, _ right: Int, _ column: Int) -> Int32 {
        let numbers = (image.word(.accounts, left, column), image.word(.accounts, right, column))
        guard numbers.0 != numbers.1 else { return 0 }
        return image.withText(numbers.0) { left in
            image.withText(numbers.1) { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
                let order = memcmp(first, second, min(left.count, right.count))
                return order != 0 ? order : Int32(left.count - right.count)
            }
        }
    }

    /// For each place where it is among these; -1 where it is not.
    private func inverse(of places: [Int]) -> [Int] {
        var indices = [Int](repeating: -1, count: count)
        for (index, place) in places.enumerated() where indices.indices.contains(place) { indices[place] = index }
        return indices
    }
}
