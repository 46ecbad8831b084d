/**
 * Rows that travel as JSON documents. Their columns are named, because a later release may have added columns with
 * defaults.
 */

/**
 * Returns `insert into table (...) select ...`; a column that some rows lack is null for them. `join` filters the rows,
 * under the alias `row`.
 */
export const buildDocumentInsert = (table: string, rows: readonly object[], parameter = '$1', join = ''): string => {
  const from = `from jsonb_populate_recordset(null::${table}, ${parameter}) row ${join}`
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return `insert into ${table} select row.* ${from}`
  return `insert into ${table} (${columns.join(', ')}) select ${columns.map((name) => `row.${name}`).join(', ')} ${from}`
}
