import type { DatabaseSync } from 'node:sqlite'
import { madeAt } from '../fixture/collections.ts'

/** Inserts numbered records into a collection of `collectionsOf`. Every third has no text, so that rules allow a part of them. */
export function fillCollection(database: DatabaseSync, collection: string, count: number): void {
  database
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      INSERT INTO \`${collection}\` (id, created, updated, text_0)
      SELECT printf('r%014d', n), '${madeAt}', '${madeAt}', iif(n % 3 = 0, '', 'text ' || n) FROM numbers`,
    )
    .run(count)
}
