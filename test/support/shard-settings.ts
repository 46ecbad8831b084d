/** Settings of a test server whose databases are shards of each other: many follow at once, and none waits five seconds for its next table. */
export const FOR_SHARDS = {
  wal_level: 'logical',
  wal_retrieve_retry_interval: '100ms',
  max_logical_replication_workers: '24',
  max_worker_processes: '40',
  max_wal_senders: '24',
  max_replication_slots: '24',
}
