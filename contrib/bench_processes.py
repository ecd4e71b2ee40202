"""Times whole processes, one of each kind in turn; shared by the workers of contrib/bench."""

import os
import statistics
import subprocess
import time


def elapsed(words, environment=None, given=None):
    """Milliseconds from start to end of one process; its output goes nowhere."""
    null = os.open(os.devnull, os.O_RDWR)
    source = null
    if given is not None:
        source, end = os.pipe()
        os.write(end, given)
        os.close(end)
    actions = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    begin = time.perf_counter_ns()
    child = os.posix_spawnp(words[0], words, environment or os.environ, file_actions=actions)
    _, status = os.waitpid(child, 0)
    end = time.perf_counter_ns()
    os.close(null)
    if source != null:
        os.close(source)
    if status != 0:
        raise SystemExit(f"bench: {' '.join(words)} ended with status {status >> 8}")
    return (end - begin) / 1e6


def peak(words, environment=None):
    """The peak resident memory of one process in MiB."""
    run = subprocess.run(["/usr/bin/time", "-f", "%M", *words], env=environment, capture_output=True, text=True, check=True)
    return int(run.stderr.strip().splitlines()[-1]) / 1024


def turns(kinds, rounds):
    """The times of each kind; `kinds` maps names to functions of the round's number that give milliseconds."""
    times = {name: [] for name in kinds}
    for number in range(rounds + 1):
        for name, run in kinds.items():
            value = run(number)
            # The first round is for the page cache.
            if number:
                times[name].append(value)
    return times


def ratio(times, name, base):
    """The median of the ratios of neighbours: what slows the machine for a while slows both."""
    return statistics.median(a / b for a, b in zip(times[name], times[base]))


def difference(times, name, base):
    return statistics.median(a - b for a, b in zip(times[name], times[base]))


def median(times, name):
    return statistics.median(times[name])


def judge(budgets):
    """Says of each (name, value, limit) whether it holds, and ends with 1 where one does not; a negative limit is a least value."""
    over = False
    for name, value, limit in budgets:
        holds = value <= limit if limit >= 0 else value >= -limit
        over = over or not holds
        word = "at most" if limit >= 0 else "at least"
        print(f"{'holds' if holds else 'OVER'}: {name} {value:.2f}, {word} {abs(limit):g}", flush=True)
    if over:
        raise SystemExit(1)
