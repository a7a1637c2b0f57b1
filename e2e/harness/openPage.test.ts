import { expect, test } from 'vitest'
import { expectNoAxeViolations } from './expectNoAxeViolations.ts'
import { expectNoSidewaysScroll } from './expectNoSidewaysScroll.ts'
import { openPage, phone } from './openPage.ts'
import { editor } from './signIn.ts'

test('a guest sees the sign-in form', async () => {
  const { page, client } = await openPage({ signedIn: false, theme: 'dark', viewport: phone })
  await page.getByLabel('Email').waitFor()
  expect(client.authStore.isValid).toBe(false)
  expect(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true)
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
})

test('openPage signs the admin in before the page loads', async () => {
  const { page, client } = await openPage({ path: '#/collections', threads: 'pool' })
  await page.getByRole('link', { name: 'posts', exact: true }).waitFor()
  expect(client.authStore).toMatchObject({ isAdmin: true, model: { email: editor.email } })
})

test('a page can be left while it goes back in its history', async () => {
  const { page, load } = await openPage({ path: '#/collections' })
  for (let turn = 0; turn < 5; turn += 1) {
    await load('#/settings')
    await page.evaluate("location.hash = '#/logs'")
    await page.evaluate('setTimeout(() => history.back(), 1)')
  }
  await load('#/settings')
  await page.getByRole('heading', { name: 'Application' }).waitFor()
})
