"""The rooms of scripts/cap, each of one purpose.

    cli        the command line
    folder     a run's folder: what was planned, what is there
    durable    how a file is written that others trust
    alone      whether a place is its user's alone
    foreign    how what others wrote is read and printed
    journal    what happened, event by event
    lock       one driver for a run
    task       what a worker does with a piece: no import but the standard library's
    pieces     shards, and parts of shards that kill
    cluster    where workers come from: this machine, a scheduler, Slurm
    roster     who works on what
    driver     hands pieces out, takes results in
    givenup    records that nobody could solve, and how they are done again
    cost       what pieces will cost, learned from those that are done
    progress   the bar, or a line a minute
    answers    the answers as a table
    export     rows as Parquet
    queries    what may be asked of that
    report     one page about a run
"""
