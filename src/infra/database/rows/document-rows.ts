/** Rows that travel as JSON documents. Their columns are named: a later release may have added columns, each with a default. */

/** `insert into table (...) select ...`; a column some rows lack is null in them. `join` narrows them, as `row`. */
export const buildDocumentInsert = (table: string, rows: readonly object[], parameter = '$1', join = ''): string => {
  const from = `from jsonb_populate_recordset(null::${table}, ${parameter}) row ${join}`
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return `insert into ${table} select row.* ${from}`
  return `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => `row.${name}`).join(', ')} ${from}`
}
