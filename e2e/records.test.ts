import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { filterBar, typedText } from './harness/filterBar.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { columnHeader, columnNames, recordRow, recordRows, recordTable, shownIds, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

/** No collection of the sample is empty, so one is emptied. */
const server = shareServer({ prepare: [{ sql: 'DELETE FROM secrets' }] })

const posts = '#/collections?collectionId=mgposts00000001'
const tags = '#/collections?collectionId=mgtags000000001'

const recordCalls = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/records'))
const listCalls = (calls: readonly Call[]) => recordCalls(calls).filter(({ query }) => query.perPage !== '1')

test('M04.1 M04.5–6 M04.12 M05.1–4 every collection lists its records with their columns and their total', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/collections' })
  const calls = watchCalls(page)
  for (const { id, name, type, schema } of await client.collections.getFullList({ sort: 'name' })) {
    await page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name }).waitFor()
    const { totalItems, items } = await client.collection(id).getList(1, 40, { sort: type === 'view' ? '' : '-created' })
    await totalFound(page, totalItems).waitFor()
    await eventually(() => recordTable(page, name).getAttribute('aria-rowcount')).toBe(String(items.length + 1))
    const ids = await shownIds(page)
    if (name !== 'post_stats') expect(items.slice(0, ids.length).map(item => item.id)).toEqual(ids)
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(items.length, 18))

    const isView = type === 'view'
    const dates = !isView ? ['created', 'updated'] : name === 'post_stats' ? ['created'] : []
    const account = type === 'auth' ? ['username', 'email'] : []
    expect(await columnNames(page), name).toEqual(['id', ...account, ...schema.map(field => field.name), ...dates])
    expect((await page.getByRole('button', { name: 'New record' }).count()) > 0, name).toBe(!isView)
    expect(await page.getByRole('checkbox', { name: 'Select all loaded records' }).count(), name).toBe(isView ? 0 : 1)
  }
  const counts = recordCalls(calls).filter(({ query }) => query.perPage === '1')
  expect(counts.find(({ path }) => path === '/api/collections/mgposts00000001/records')?.query).toMatchObject({
    page: '1',
    perPage: '1',
    fields: 'id',
  })
})

test('M04.11 M04.13–14 a list requests one page, newest first, with rich text excerpts and expanded relations', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  await totalFound(page, 40).waitFor()
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await eventually(() => listCalls(calls).length).toBe(1)
  const [list] = listCalls(calls)
  expect(list?.path).toBe('/api/collections/mgposts00000001/records')
  expect(list?.query).toMatchObject({
    page: '1',
    perPage: '40',
    skipTotal: '1',
    sort: '-created',
    expand: 'category,author,editors,tags,related',
  })
  expect(list?.query.filter).toBeUndefined()
  const fields = list?.query.fields?.split(',') ?? []
  expect(fields).toEqual(expect.arrayContaining(['id', 'title', 'body:excerpt(200)', 'created', 'expand.related.title']))

  await page.getByRole('link', { name: 'author_totals' }).click()
  await totalFound(page, 5).waitFor()
  expect(listCalls(calls).at(-1)?.query.sort).toBeUndefined()
})

test('M04.2 M04.15 M05.10 columns are sorted with pointer and keyboard, and the address contains the sort', async () => {
  const { page, client, load } = await openPage({ server: server(), path: posts })
  const sortOf = (name: string) => columnHeader(page, name).getAttribute('aria-sort')
  const expectOrder = async (sort: string) => {
    const { items } = await client.collection('posts').getList(1, 40, { sort, fields: 'id' })
    const ids = items.map(({ id }) => id)
    await eventually(async () => {
      const shown = await shownIds(page)
      return shown.length > 15 && shown.every((id, index) => id === ids[index])
    }).toBe(true)
  }
  await totalFound(page, 40).waitFor()
  expect(await sortOf('created')).toBe('descending')
  await columnHeader(page, 'views').getByRole('button', { name: 'views', exact: true }).click()
  await eventually(() => sortOf('views')).toBe('descending')
  expect(await sortOf('created')).toBeNull()
  await eventually(() => address(page).query.sort).toBe('-views')
  await expectOrder('-views')

  await columnHeader(page, 'views').getByRole('button', { name: 'views', exact: true }).press('Enter')
  await eventually(() => sortOf('views')).toBe('ascending')
  await eventually(() => address(page).query.sort).toBe('views')
  await expectOrder('views')

  const calls = watchCalls(page)
  await columnHeader(page, 'author').getByRole('button', { name: 'author', exact: true }).press('Space')
  await expectOrder('-author.name')
  expect(listCalls(calls).map(({ query }) => [query.page, query.sort])).toEqual([['1', '-author.name']])

  await page.getByRole('link', { name: 'tags', exact: true }).click()
  await totalFound(page, 8).waitFor()
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgtags000000001', sort: '-created' })
  expect(await sortOf('created')).toBe('descending')
  calls.length = 0
  await load(`${posts}&sort=nonsense&recordId=post00000000001`)
  await eventually(() => address(page).query).toEqual({
    collectionId: 'mgposts00000001',
    recordId: 'post00000000001',
    sort: '-created',
  })
  await page.getByRole('dialog', { name: 'Edit posts record' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => sortOf('created')).toBe('descending')
  await expectOrder('-created')
  // The panel looks up related records by their ids.
  const lists = listCalls(calls).filter(({ query }) => query.filter === undefined)
  expect(lists.map(({ path, query }) => [path, query.sort])).toEqual([['/api/collections/mgposts00000001/records', '-created']])

  // A collection without dates is not sorted. Back goes to the previous page, whose address was corrected in place.
  await page.getByRole('link', { name: 'author_totals', exact: true }).click()
  await totalFound(page, 5).waitFor()
  expect(address(page).query.sort).toBeUndefined()
  await page.goBack()
  await eventually(() => address(page).query).toEqual({ collectionId: 'mgposts00000001', sort: '-created' })
})

test('M24.1 a term without an operator is searched in every column, quoted unless it is a number or a boolean', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  const calls = watchCalls(page)
  const columns = ['id', 'name', 'kind', 'meta', 'created', 'updated']
  const operands = {
    harbour: '"harbour"',
    'say "hi"': '"say \\"hi\\""',
    '-12.5': '-12.5',
    true: 'true',
    '1 2': '"1 2"',
    '"12"': '"12"',
  }
  for (const [term, operand] of Object.entries(operands)) {
    await filterBar(page).fill(term)
    await page.keyboard.press('Enter')
    const filter = columns.map(name => `${name}~${operand}`).join('||')
    await eventually(() => listCalls(calls).map(({ query }) => query.filter)).toContain(filter)
    await eventually(() => address(page).query.filter).toBe(term)
  }
})

test('M04.2 M04.15 M05.7 a filter finds matching records, and a filter without matches can be cleared', async () => {
  const { page, client } = await openPage({ server: server(), path: posts })
  const filter = 'status = "draft" || views > 100000'
  const calls = watchCalls(page)
  const { items } = await client.collection('posts').getList(1, 40, { filter, sort: '-created' })
  await filterBar(page).fill(filter)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await eventually(() => shownIds(page)).toEqual(items.map(({ id }) => id))
  await totalFound(page, items.length).waitFor()
  expect(listCalls(calls).at(-1)?.query).toMatchObject({ page: '1', filter })
  expect(recordCalls(calls).at(-1)?.query.filter).toBe(filter)

  await filterBar(page).fill('no such words')
  await page.keyboard.press('Enter')
  await recordTable(page, 'posts').getByText('No records found.').waitFor()
  await totalFound(page, 0).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await totalFound(page, 40).waitFor()
  await eventually(() => address(page).query.filter).toBeUndefined()
  expect(await typedText(filterBar(page))).toBe('')
})

test('M04.17 an invalid filter is explained without a toast, and the page does not claim that no records match', async () => {
  const { page } = await openPage({ server: server(), path: tags, allowedErrors: [/status of 400/, /could not be loaded/] })
  const bar = filterBar(page)
  const complaints = {
    'name =': 'Expected a field or a value after =.',
    '(name = "a"': 'Missing closing ).',
    'nonsense > 1': '"nonsense" is not a field in this collection.',
  }
  for (const [filter, complaint] of Object.entries(complaints)) {
    await bar.fill(filter)
    await page.keyboard.press('Enter')
    await page.getByRole('search').getByRole('status').getByText(complaint).waitFor()
    expect(await bar.getAttribute('aria-invalid')).toBe('true')
    await recordTable(page, 'tags').getByText("This filter can't be used.").waitFor()
    await totalFound(page, 'N/A').waitFor()
    expect(await page.getByText('No records found.').count()).toBe(0)
  }
  expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await totalFound(page, 8).waitFor()
  expect(await bar.getAttribute('aria-invalid')).toBe('false')
})

test('M04.17 M23.4 a list that cannot be loaded is logged, cleared and reported, and can be retried', async () => {
  const allowedErrors = [/status of 500/, /Records could not be loaded/]
  const { page } = await openPage({ server: server(), path: tags, allowedErrors })
  await totalFound(page, 8).waitFor()
  const logged: string[] = []
  page.on('console', message => logged.push(message.text()))
  const response = { status: 500, json: { code: 500, message: 'The disk is gone.', data: {} } }
  const isList = (url: URL) => url.pathname.endsWith('/records')
  await page.route(isList, route => route.fulfill(response))
  await filterBar(page).fill('name != ""')
  await page.keyboard.press('Enter')
  await toast(page, 'The disk is gone.').waitFor()
  await page.getByText('The records could not be loaded.').waitFor()
  expect(await recordRows(page).count()).toBe(0)
  expect(logged.join()).toContain('Records could not be loaded.')
  await page.unroute(isList)
  await page.getByRole('button', { name: 'Retry' }).click()
  await totalFound(page, 8).waitFor()
})

test('M05.8 "load more" is offered only after a full page', async () => {
  const { page } = await openPage({ server: server(), path: posts })
  const more = page.getByRole('button', { name: 'Load more' })
  const calls = watchCalls(page)
  // After exactly 40 records, only the next request can tell whether there are more.
  await more.click()
  await eventually(() => more.count()).toBe(0)
  expect(listCalls(calls).at(-1)?.query.page).toBe('2')
  expect(await recordTable(page, 'posts').getAttribute('aria-rowcount')).toBe('41')

  await page.getByRole('link', { name: 'comments' }).click()
  await totalFound(page, 60).waitFor()
  await more.click()
  await eventually(() => recordTable(page, 'comments').getAttribute('aria-rowcount')).toBe('61')
  expect(await more.count()).toBe(0)

  await page.getByRole('link', { name: 'tags' }).click()
  await totalFound(page, 8).waitFor()
  expect(await more.count()).toBe(0)
})

test('M04.10 M05.7 an empty collection offers to create its first record', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections?collectionId=mgsecrets000001' })
  const table = recordTable(page, 'secrets')
  await table.getByText('No records found.').waitFor()
  await totalFound(page, 0).waitFor()
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  await table.getByRole('button', { name: 'New record' }).click()
  await page.getByRole('dialog', { name: 'New secrets record' }).waitFor()
})

test('M04.2 reload, back, forward and a shared link restore the same view', async () => {
  const { page, origin } = await openPage({ server: server(), path: tags })
  const bar = filterBar(page)
  await totalFound(page, 8).waitFor()
  await bar.fill('kind = "place"')
  await bar.press('Enter')
  await eventually(() => recordRows(page).count()).toBeLessThan(8)
  const found = await recordRows(page).count()
  await page.getByRole('button', { name: 'name', exact: true }).click()
  await eventually(() => address(page).query.sort).toBe('-name')
  // Lisbon, then Köln; until they arrive, the page still shows the two records sorted by age.
  const ids = ['tag000000000003', 'tag000000000004']
  await eventually(() => shownIds(page)).toEqual(ids)
  await recordRow(page, ids[0] ?? '').click()
  const panel = page.getByRole('dialog', { name: 'Edit tags record' })
  await panel.waitFor()
  const state = { collectionId: 'mgtags000000001', filter: 'kind = "place"', sort: '-name', recordId: ids[0] }
  await eventually(() => address(page).query).toEqual(state)

  await page.reload()
  await panel.waitFor()
  await eventually(() => address(page).query).toEqual(state)
  await page.goBack()
  await eventually(() => panel.count()).toBe(0)
  await eventually(() => shownIds(page)).toEqual(ids)
  await page.goBack()
  await eventually(() => columnHeader(page, 'created').getAttribute('aria-sort')).toBe('descending')
  expect(await typedText(bar)).toBe('kind = "place"')
  await page.goBack()
  await totalFound(page, 8).waitFor()
  expect(await typedText(bar)).toBe('')
  await page.goForward()
  await totalFound(page, found).waitFor()
  await page.goForward()
  await eventually(() => shownIds(page)).toEqual(ids)

  const shared = await openPage({
    server: server(),
    path: `#/collections?${new URLSearchParams(state as Record<string, string>)}`,
  })
  await shared.page.getByRole('dialog', { name: 'Edit tags record' }).waitFor()
  await shared.page.keyboard.press('Escape')
  await eventually(() => shownIds(shared.page)).toEqual(ids)
  expect(shared.origin).toBe(origin)
})

test('M04.10 M04.16 M23.7 the request for a list that is no longer needed is canceled', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await totalFound(page, 8).waitFor()
  const cancelled: string[] = []
  page.on('requestfailed', request => cancelled.push(new URL(request.url()).searchParams.get('filter') ?? ''))
  const held = await holdCalls(page, request => new URL(request.url()).searchParams.get('filter') === 'kind = "place"')
  const bar = filterBar(page)
  await bar.fill('kind = "place"')
  await bar.press('Enter')
  await held.arrived
  await bar.fill('kind = "person"')
  await bar.press('Enter')
  await eventually(() => shownIds(page)).toEqual(['tag000000000005'])
  await eventually(() => cancelled).toContain('kind = "place"')
  held.release()
  await bar.press('Enter')
  await totalFound(page, 1).waitFor()
  expect(await shownIds(page)).toEqual(['tag000000000005'])
  await eventually(() => address(page).query.filter).toBe('kind = "person"')
  expect(await page.getByRole('button', { name: 'Close notification' }).count()).toBe(0)
})

test('M05.5 hidden columns are stored for their collection and no longer requested', async () => {
  const { page } = await openPage({ server: server(), path: tags })
  await totalFound(page, 8).waitFor()
  const all = ['id', 'name', 'kind', 'meta', 'created', 'updated']
  expect(await columnNames(page)).toEqual(all)
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await eventually(() => page.getByRole('menuitemcheckbox').allInnerTexts()).toEqual(all.slice(1))
  await page.getByRole('menuitemcheckbox', { name: 'kind' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'updated' }).press('Space')
  await page.keyboard.press('Escape')
  await eventually(() => columnNames(page)).toEqual(['id', 'name', 'meta', 'created'])

  const calls = watchCalls(page)
  await page.reload()
  await totalFound(page, 8).waitFor()
  expect(await columnNames(page)).toEqual(['id', 'name', 'meta', 'created'])
  const fields = listCalls(calls)[0]?.query.fields?.split(',')
  expect(fields).toContain('name')
  expect(fields).not.toContain('kind')
  await page.getByRole('link', { name: 'categories' }).click()
  await totalFound(page, 6).waitFor()
  expect(await columnNames(page)).toContain('updated')

  await page.goBack()
  await recordTable(page, 'tags').waitFor()
  await page.getByRole('button', { name: 'Toggle columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'kind', checked: false }).click()
  await page.keyboard.press('Escape')
  await eventually(() => columnNames(page)).toEqual(['id', 'name', 'kind', 'meta', 'created'])
  await recordTable(page, 'tags').getByText('place').first().waitFor()
})

test('refresh shows changes of others, by button and by key', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/collections?collectionId=mgregistry00001' })
  await totalFound(page, 2).waitFor()
  const first = await client.collection('registry').create({ name: 'made elsewhere' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await totalFound(page, 3).waitFor()
  await recordTable(page, 'registry').getByText('made elsewhere').waitFor()
  await client.collection('registry').delete(first.id)
  await recordRow(page, first.id).focus()
  await page.keyboard.press('r')
  await totalFound(page, 2).waitFor()
})
