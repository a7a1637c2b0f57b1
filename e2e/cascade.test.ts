import type { Page } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { expect, test } from 'vitest'
import { expectAccessible } from './harness/expectAccessible.ts'
import { openPage } from './harness/openPage.ts'
import { recordRow, totalFound } from './harness/records.ts'
import { toast } from './harness/toast.ts'
import { undoByKey } from './harness/undoByKey.ts'
import { watchCalls } from './harness/watchCalls.ts'

const authors = '#/collections?collectionId=mgauthors000001'
const categories = '#/collections?collectionId=mgcategories001'

const question = (page: Page) => page.getByRole('alertdialog', { name: /^Do you really want to delete the selected record/ })
const notice = (page: Page) => question(page).getByRole('status')
const countOf = async (client: PocketBase, name: string) => (await client.collection(name).getList(1, 1)).totalItems

/** Matches the sentence about the posts and comments that a deletion removes. */
const sentence = (posts: number, comments: number) =>
  `${comments} records of comments and ${posts} records of posts are deleted too.`

test('M06.3 deleting a record from its panel lists the records that cascade through several levels, and undo restores them', async () => {
  const { page, client } = await openPage({ path: authors })
  const before = { posts: await countOf(client, 'posts'), comments: await countOf(client, 'comments') }
  const { items } = await client.collection('authors').getList(1, 1, { sort: 'id' })
  const id = items[0]?.id ?? ''
  await recordRow(page, id).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await notice(page).filter({ hasText: 'are deleted too.' }).waitFor()
  const shown = await notice(page).textContent()
  await expectAccessible(page, 'layer')
  await question(page).getByRole('button', { name: 'Delete record' }).click()
  await toast(page, 'Successfully deleted record.').waitFor()
  const after = { posts: await countOf(client, 'posts'), comments: await countOf(client, 'comments') }
  expect(shown).toBe(sentence(before.posts - after.posts, before.comments - after.comments))
  expect(after.posts).toBeLessThan(before.posts)

  await undoByKey(page)
  await toast(page, 'The record was restored.').waitFor()
  expect({ posts: await countOf(client, 'posts'), comments: await countOf(client, 'comments') }).toEqual(before)
})

test('M06.3 deleting selected records lists what cascades from all of them, and the records that cannot be deleted', async () => {
  const { page, client, go } = await openPage({ path: authors, theme: 'dark', allowedErrors: [/status of 400/] })
  const before = { posts: await countOf(client, 'posts'), comments: await countOf(client, 'comments') }
  const { items } = await client.collection('authors').getList(1, 2, { sort: 'id' })
  for (const { id } of items) await page.getByRole('checkbox', { name: `Select ${id}` }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await notice(page).filter({ hasText: 'are deleted too.' }).waitFor()
  const shown = await notice(page).textContent()
  await expectAccessible(page, 'layer')
  await question(page).getByRole('button', { name: 'Delete 2 records' }).click()
  await toast(page, 'Successfully deleted the selected records.').waitFor()
  expect(shown).toBe(
    sentence(before.posts - (await countOf(client, 'posts')), before.comments - (await countOf(client, 'comments'))),
  )

  await go(categories)
  await totalFound(page, 6).waitFor()
  const posts = await client.collection('posts').getFullList()
  const [required] = posts
  const requiring = posts.filter(({ category }) => category === required?.category).length
  await page.getByRole('checkbox', { name: `Select ${required?.category}` }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await notice(page)
    .filter({ hasText: `It can't be deleted while ${requiring} records of posts require it.` })
    .waitFor()
  await question(page).getByRole('button', { name: 'No' }).click()
})

test('deleting records that no relation depends on asks for confirmation without counting', async () => {
  const { page } = await openPage({ path: '#/collections?collectionId=mgscratch000001' })
  const calls = watchCalls(page)
  await page.getByRole('checkbox', { name: 'Select scratch00000003' }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await question(page).waitFor()
  expect(await notice(page).count()).toBe(0)
  await question(page).getByRole('button', { name: 'Delete record' }).click()
  await toast(page, 'Successfully deleted the selected record.').waitFor()
  expect(calls.some(({ path }) => path === '/api/deletions/preview')).toBe(false)
})
