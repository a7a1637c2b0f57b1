import { expect, onTestFinished, test } from 'vitest'
import { changeDatabase } from '../../../test/harness/changeDatabase.ts'
import { openMagazine } from '../query/testing/openMagazine.ts'
import { countTruncated } from './countTruncated.ts'

/** Opens the magazine with further records of media, which have three files each. */
async function openWith(recordCount: number) {
  const magazine = await openMagazine()
  onTestFinished(() => magazine.close())
  await changeDatabase(
    magazine.dataDir,
    'data',
    `INSERT INTO media (id, file, gallery, created, updated) WITH RECURSIVE numbers(n) AS
      (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${recordCount})
      SELECT 'many' || (10000000000 + n), 'a.png', '["b.png","c.png"]', '', '' FROM numbers`,
  )
  return { reader: magazine.connection, media: magazine.collection('media') }
}

test('the records of a collection and their files are counted in batches', async () => {
  const { reader, media } = await openWith(25_000)
  const counts = { records: 25_006, files: 75_016 }
  expect(await countTruncated(reader, media, Number.POSITIVE_INFINITY)).toEqual(counts)
})

test('records that cannot be counted within the time budget are unknown, unless one batch has all of them', async () => {
  const many = await openWith(10_000)
  expect(await countTruncated(many.reader, many.media, Number.NEGATIVE_INFINITY)).toBeUndefined()
  const few = await openWith(9_000)
  expect(await countTruncated(few.reader, few.media, Number.NEGATIVE_INFINITY)).toEqual({ records: 9_006, files: 27_016 })
})
