"""The rooms of scripts/cap, each of one purpose.

    cli        the command line
    folder     a run's folder: what was planned, what is there
    journal    what happened, event by event
    lock       one driver for a run
    task       what a worker does with a piece: no import but the standard library's
    pieces     shards, and halves of shards that kill
    cluster    where workers come from: this machine, a scheduler, Slurm
    driver     hands pieces out, takes results in
    cost       what pieces will cost, learned from those that are done
    progress   the bar, or a line a minute
    answers    an answered record as a row
    export     rows as Parquet
    queries    what may be asked of that
    report     one page about a run
    simulate   a run on machines that are not there
"""
