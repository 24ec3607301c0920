"""Questions to the Parquet file of a run, for DuckDB: the help shows them, and a test runs them."""

QUERIES = [
    "select outcome, stipulation, count(*) as records, sum(nodes) as nodes from 'run1.parquet' group by all order by all",
    "select line, id, nodes, fen from 'run1.parquet' order by nodes desc nulls last limit 10",
    "select length, count(*) as records, avg(len(keys)) as keys, quantile_cont(nodes, 0.99) as nodes_99 "
    "from 'run1.parquet' where outcome = 'solved' group by length order by length",
]
