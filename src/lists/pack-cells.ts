/** Packs cells (a part, a dimension, facets, a count) into the parallel arrays that a block stores. */
import { type Sql, sql } from '../infra/database/statements/sql.ts'
/** `cell` is a CTE of (part, dimension, facets, n); `parts` selects every part, including those without a cell. */
export const packedCells = (parts: Sql): Sql => sql`
  select t.part, coalesce(sum(c.n), 0)::integer as total, coalesce(k.dimensions, '{}') as dimensions,
    coalesce(array_agg(array_position(k.dimensions, c.dimension)::smallint) filter (where c.n is not null), '{}') as places,
    coalesce(array_agg(c.facets) filter (where c.n is not null), '{}') as facets,
    coalesce(array_agg(c.n) filter (where c.n is not null), '{}') as counts
  from (${parts}) as t (part)
  left join (select part, array_agg(distinct dimension) as dimensions from cell group by part) as k using (part)
  left join cell c using (part)
  group by t.part, k.dimensions`
