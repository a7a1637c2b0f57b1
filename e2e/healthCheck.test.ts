import { expect, test } from 'vitest'
import { changeDatabase } from '../test/harness/changeDatabase.ts'
import { isPostgresRun } from '../test/harness/postgres/testDatabases.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage, phone } from './harness/openPage.ts'

const intact = isPostgresRun() ? 'PostgreSQL has found no damage.' : 'The database files are intact.'

/** The PostgreSQL server of the tests is fast, but not safe: it neither syncs its files nor writes full pages. */
const problemsOfServer = isPostgresRun() ? 2 : 0

test('the health check shows problems first, says what to do, and can be repeated', async () => {
  const { page, dataDir } = await openPage({ path: '#/settings' })
  await page.getByRole('link', { name: 'Health check' }).click()
  const problem = page.getByText('Everyone can delete every record in scratch, because the deleteRule is empty.')
  await problem.waitFor()
  await page
    .getByText(/^If that is not intended, set the rule to admins only/)
    .first()
    .waitFor()
  await page.getByText(intact).waitFor()
  const summary = page.getByRole('status').filter({ hasText: ' found.' })
  expect(await summary.textContent()).toMatch(new RegExp(`^${problemsOfServer + 2} problems and \\d+ notices found\\.$`))
  await expectAccessible(page)
  await changeDatabase(dataDir, 'data', "UPDATE _collections SET deleteRule = NULL, updateRule = NULL WHERE name = 'scratch'")
  await page.getByRole('button', { name: 'Check again' }).click()
  await summary.filter({ hasText: new RegExp(`^${problemsOfServer} problems`) }).waitFor()
  expect(await problem.count()).toBe(0)
})

test('the health check is readable on a phone, and offers to retry if it fails', async () => {
  const { page, go } = await openPage({ viewport: phone, theme: 'dark', path: '#/settings', allowedErrors: [/status of 500/] })
  await page.route('**/api/doctor', route => route.fulfill({ status: 500, json: { code: 500, message: 'Down.', data: {} } }), {
    times: 1,
  })
  await go('#/settings/health')
  await page.getByText('The results could not be loaded.').waitFor()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(intact).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
