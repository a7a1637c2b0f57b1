import { copySample } from '../test/harness/copySample.ts'
import { measureVisit, type Visit } from './dashboard/firstVisit.ts'
import { measureCollections } from './dashboard/manyCollections.ts'
import { measureTable } from './dashboard/manyRows.ts'
import { openBrowser, type Visitor } from './dashboard/openBrowser.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { startServerProcess } from './harness/serverProcess.ts'

const visits = 5
/** A collection with the most columns and more records than the browser renders, and a small one. */
const many = 100_000
const loadedRows = 1000
const fill = `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${many})
  INSERT INTO posts (id, title, slug, status, category, author, tags, created, updated)
    SELECT printf('many%011d', x), 'Post ' || x, 'many-' || x, 'draft', 'category0000001', 'author000000001',
      '["tag000000000001"]', strftime('%Y-%m-%d %H:%M:%fZ', '2027-01-01', '+' || x || ' minutes'), '' FROM counter`

const loginForm = 'form input[type=password]'
const firstRow = 'tbody th[scope=row]'

/** Starts a server on a copy of the sample, measures, and removes both. */
async function onSample(sql: string[], measure: (visitor: Visitor) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await copySample(
    'magazine',
    sql.map(text => ({ sql: text })),
  )
  const server = await startServerProcess(dataDir)
  try {
    await measure({ url: server.url, dataDir, signedIn: true })
  } finally {
    await server.stop()
    await remove()
  }
}

const browser = await openBrowser()

await onSample([], async visitor => {
  const records = '#/collections?collectionId=mgposts00000001'
  const kinds: Visit[] = [
    {
      name: 'sign-in form',
      visitor: { ...visitor, signedIn: false },
      path: '',
      awaited: loginForm,
      limits: { time: 1500, size: 150 },
    },
    { name: 'first row of records', visitor, path: records, awaited: firstRow, limits: { time: 2500, size: 350 } },
  ]
  const rows: (string | number)[][] = []
  for (const visit of kinds) {
    const measured = []
    for (let run = 0; run < visits; run += 1) measured.push(await measureVisit(browser, visit))
    const times = measured.map(({ time }) => time)
    const sizes = measured.map(({ size }) => size)
    rows.push([visit.name, rounded(percentile(times, 50)), rounded(Math.max(...times)), visit.limits.time])
    rows.push([`${visit.name}: KB`, rounded(percentile(sizes, 50), 1), rounded(Math.max(...sizes), 1), visit.limits.size])
  }
  printTable(['first visit, 1.6 Mbit/s, 150 ms, processor slowed 4 times', `median of ${visits}`, 'worst', 'limit'], rows)
})
console.log()

const rows: (string | number)[][] = []
for (const [label, sql, loaded] of [
  ['40 records', [], 40],
  [`${many.toLocaleString('en-US')} records`, [fill], loadedRows],
] as const) {
  await onSample([...sql], async visitor => {
    // The first visit fills the caches of the server and of the browser.
    await measureTable(browser, visitor, 'posts', 40)
    const times = await measureTable(browser, visitor, 'posts', loaded)
    rows.push([label, 'first row (ms)', rounded(times.firstRow), '-'])
    if (loaded === 40) return
    rows.push([label, 'next page, median (ms)', rounded(times.nextPage), 100])
    rows.push([label, `elements with ${loadedRows} rows loaded`, times.elements, 4000])
    rows.push([label, `select all of ${loadedRows} rows (ms)`, rounded(times.selectAll), 50])
  })
}
printTable(['collection with', 'measured', 'value', 'limit'], rows)
console.log()

await onSample([], async visitor => {
  const { slowestKey, firstOpening, laterOpening } = await measureCollections(browser, visitor)
  printTable(
    ['200 collections of 50 fields', 'ms', 'limit'],
    [
      ['a key in the search of the sidebar, the slowest', rounded(slowestKey), 50],
      ['the editor of a collection, loaded and opened for the first time', rounded(firstOpening), '-'],
      ['the editor, opened again (median)', rounded(laterOpening), 200],
    ],
  )
})
await browser.close()
