import { fastPasswords } from '../fastPasswords.ts'
import { publicView } from '../slowView.ts'

/** Fourteen records of 4 MB: a page of 56 MB. */
const hugeRecords = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 14)
  INSERT INTO scratch (id, t) SELECT printf('huge%011d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`

/** Thirty records of 1 MB, and thirty records that all refer to each other. */
const largeRecordsAndCircle = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 30)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 1024 * 1024, 'x') FROM many;
  WITH RECURSIVE many(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n < 29)
  INSERT INTO scratch (id, t, rN) SELECT printf('circle%09d', n), 'circle' || n,
    (WITH RECURSIVE others(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM others WHERE m < 29)
      SELECT json_group_array(printf('circle%09d', m)) FROM others) FROM many`

/** A record with two long texts, of which each character of one matches all but the last one of the other. */
const longTexts = `
  INSERT INTO scratch (id, t, ed) VALUES ('compared0000000', printf('%.*c', 8000000, 'a'), printf('%.*cb', 49000, 'a'))`

const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'

/** What `requestAttacks` and `realtimeAttacks` need in the copy that they attack. */
export const attackPreparations = [
  fastPasswords,
  { sql: largeRecordsAndCircle },
  { sql: longTexts },
  ...publicView('hostile', endless),
]

/** What attacks with pages of 56 MB need as well. */
export const hugePages = [fastPasswords, { sql: hugeRecords }]

/** Options of the server. With them, an endless read ends after 3 seconds. */
export const attackArgs = ['--queryTimeout', '3']
