import { type Sql, sql } from './sql.ts'

/** The cosine of the angle between two points on a sphere, from latitudes and longitudes in radians. */
export function cosineOfDistance(latA: Sql, lonA: Sql, latB: Sql, lonB: Sql): Sql {
  return sql`(cos(${latA}) * cos(${latB}) * cos(${lonB} - ${lonA}) + sin(${latA}) * sin(${latB}))`
}
