-- What is kept for a block may be sums of amounts beside counts. Null: counts alone, as the release before writes them.
alter table closed_block_filter_counts add column amounts bigint[];
