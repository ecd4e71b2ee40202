"""Kills lanyard or its keyring at random moments and prints what became of it; run by contrib/fault."""

import argparse
import multiprocessing
import os
import random
import sys
import time

from trials import OPERATIONS, VICTIMS, Trials, Wrong


def work(place, options, jobs, results):
    """One worker: takes numbers of trials until there are none."""
    trials = Trials(options.programs, options.store)
    try:
        while True:
            job = jobs.get()
            if job is None:
                return
            while os.path.exists(options.pause):
                time.sleep(1)
            victim, operation, number = job
            # Each trial has random numbers of its own, so that one can be repeated whoever ran the others.
            source = random.Random(f"{options.seed}/{victim}/{operation}/{number}")
            try:
                results.put((victim, operation, number, trials.trial(victim, operation, source), ""))
            except Wrong as wrong:
                results.put((victim, operation, number, "wrong", str(wrong)))
                trials.close()
                trials = Trials(options.programs, options.store)
    except Exception as error:  # the parent must hear of it
        results.put((None, None, place, "broken", repr(error)))
    finally:
        trials.close()


def main():
    parser = argparse.ArgumentParser(prog="fault")
    parser.add_argument("--programs", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--trials", type=int, default=1000, help="trials of each kind (1000)")
    parser.add_argument("--seed", default=str(int(time.time())), help="what all moments follow from")
    parser.add_argument("--victim", choices=VICTIMS, action="append", help="only this one")
    parser.add_argument("--operation", choices=list(OPERATIONS), action="append", help="only this one")
    parser.add_argument("--number", type=int, help="only this trial of each kind")
    parser.add_argument("--store", default="", help="the store, as of lanyard --store")
    parser.add_argument("--pause", default="", metavar="FILE", help="begin no trial while this file is there")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many at once (one for each core)")
    options = parser.parse_args()
    kinds = [(v, o) for v in options.victim or VICTIMS for o in options.operation or OPERATIONS]
    numbers = range(options.trials) if options.number is None else [options.number]
    order = [(victim, operation, number) for number in numbers for victim, operation in kinds]
    print(f"seed {options.seed}, {len(numbers)} trials a kind", flush=True)
    jobs, results = multiprocessing.Queue(), multiprocessing.Queue()
    for job in order + [None] * options.workers:
        jobs.put(job)
    begin = time.monotonic()
    workers = [
        multiprocessing.Process(target=work, args=(place, options, jobs, results)) for place in range(options.workers)
    ]
    for worker in workers:
        worker.start()
    table = {kind: {"killed": 0, "refused": 0, "done": 0, "wrong": 0} for kind in kinds}
    failed = False
    try:
        for count in range(1, len(order) + 1):
            victim, operation, number, outcome, reason = results.get()
            if victim is None:
                print(f"fault: a worker broke: {reason}", file=sys.stderr)
                failed = True
                break
            table[victim, operation][outcome] += 1
            if reason:
                failed = True
                print(f"WRONG {victim} killed in {operation}, trial {number}: {reason}", flush=True)
            if count % 400 == 0:
                print(f"{count} of {len(order)} after {time.monotonic() - begin:.0f} s", flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        failed = True
    for worker in workers:
        worker.join(30)
        if worker.is_alive():
            worker.terminate()
    print(f"\n{'killed':<10}{'in':<10}{'trials':>8}{'killed':>8}{'refused':>9}{'done':>7}{'wrong':>7}")
    for (victim, operation), row in table.items():
        total = sum(row.values())
        print(f"{victim:<10}{operation:<10}{total:>8}{row['killed']:>8}{row['refused']:>9}{row['done']:>7}{row['wrong']:>7}")
    print(f"{time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)


main()
