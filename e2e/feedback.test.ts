import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { input } from './harness/input.ts'
import { type OpenedPage, openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'

/** A way to raise each type of toast. */
const kinds = [
  {
    type: 'success',
    duration: 3000,
    word: 'Done:',
    text: 'Successfully updated record.',
    path: `${scratch}&recordId=scratch00000001`,
    async raise({ page }: OpenedPage) {
      await input(page.getByRole('dialog'), 't').fill('changed')
      await page.keyboard.press('Control+s')
    },
  },
  {
    type: 'info',
    duration: 4000,
    word: 'Note:',
    text: 'The new password was copied to your clipboard.',
    path: '#/collections?collectionId=_pb_users_auth_&recordId=new',
    raise: ({ page }: OpenedPage) => page.getByRole('button', { name: 'Generate and copy a password' }).click(),
  },
  {
    type: 'warning',
    duration: 4500,
    word: 'Warning:',
    text: 'Collection "gone" not found.',
    path: scratch,
    raise: ({ go }: OpenedPage) => go('#/collections?collectionId=gone'),
  },
  {
    type: 'error',
    duration: 4500,
    word: 'Error:',
    text: 'Unable to load record with id "gone"',
    path: scratch,
    raise: ({ go }: OpenedPage) => go(`${scratch}&recordId=gone`),
  },
]

test.each(kinds)(
  'M23.1–2 a toast of type $type announces its type and stays for $duration ms',
  async ({ duration, word, text, path, raise }) => {
    const opened = await openPage({ server: server(), path, allowedErrors: [/status of 404/], ownContext: true })
    const { page } = opened
    await page.context().grantPermissions(['clipboard-write'])
    await page.getByText(/^Total found: \d/).waitFor()
    // Loading a record takes timers, which stand still with the clock.
    if (path.includes('recordId=')) await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await raise(opened)
    // The clock only moves here, so that a slow machine does not shorten the time of the toast.
    const afterTick = async () => {
      await page.clock.runFor(20)
      return toast(page, text).count()
    }
    await eventually(afterTick).toBe(1)
    await toast(page, word).waitFor()
    await page.clock.runFor(duration - 500)
    expect(await toast(page, text).count()).toBe(1)
    await page.clock.runFor(500)
    await eventually(afterTick).toBe(0)
  },
)

test('M23.1 a toast stays while it has the focus, and its button closes it', async () => {
  const { page, go } = await openPage({ server: server(), path: scratch, allowedErrors: [/status of 404/], ownContext: true })
  await page.getByText(/^Total found: \d/).waitFor()
  // The timer of the toast starts later, so it follows this clock.
  await page.clock.install()
  await go(`${scratch}&recordId=gone`)
  const message = toast(page, 'Unable to load record with id "gone"')
  await message.waitFor()
  await page.keyboard.press('F8')
  expect(await hasFocus(page.getByRole('button', { name: 'Close notification' }))).toBe(true)
  await page.clock.fastForward(60_000)
  expect(await message.count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(() => message.count()).toBe(0)
})

test('M23.10–11 dialogs stack in the order in which they opened, have unique ids, and animate for 150 ms', async () => {
  const { page } = await openPage({ server: server(), path: `${scratch}&recordId=scratch00000002` })
  // Tests emulate reduced motion by default, which turns animations off.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const motionOf = async (layer: Locator) => {
    const id = await layer.getAttribute('id')
    return page.evaluate<string>(`getComputedStyle(document.getElementById('${id}')).transitionDuration`)
  }
  const panel = page.getByRole('dialog', { name: 'Edit scratch record' })
  const depthOf = (layer: Locator) =>
    layer.evaluate((element: { parentElement: unknown; style: { zIndex: string } }) => {
      let found = element
      while (found.style.zIndex === '') found = found.parentElement as typeof element
      return found.style.zIndex
    })
  await input(panel, 't').fill('changed')
  await eventually(() => depthOf(panel)).toBe('1001')
  await eventually(() => motionOf(panel)).toMatch(/^0\.15s(?:, 0\.15s)*$/)
  const ids = [await panel.getAttribute('id')]
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  expect(await depthOf(question)).toBe('1002')
  expect(await motionOf(question)).toMatch(/^0\.15s(?:, 0\.15s)*$/)
  ids.push(await question.getAttribute('id'))
  for (const id of ids) expect(id).toMatch(/_\w{10}$/)
  expect(ids[0]).not.toBe(ids[1])
})

/** Lists the buttons and links of a part of the page that are under a toast. */
async function coveredBy(page: Page, part: Locator): Promise<string[]> {
  const box = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  const covered: string[] = []
  for (const control of await part.locator('button:visible, a:visible').all()) {
    const other = await control.boundingBox()
    if (box === null || other === null) continue
    const isBeside = other.x >= box.x + box.width || other.x + other.width <= box.x
    const isApart = other.y >= box.y + box.height || other.y + other.height <= box.y
    if (!isBeside && !isApart) covered.push((await control.textContent()) ?? '')
  }
  return covered
}

/** Pages that raise a toast, each with the bars that contain actions there. */
const places = [
  {
    place: 'the page',
    path: scratch,
    async raise({ page, go }: OpenedPage) {
      await go('#/collections?collectionId=gone')
      await toast(page, /gone/).waitFor()
      // The redirect to another collection has ended, so its bars are shown.
      await page.getByText(/^Total found: \d/).waitFor()
    },
    bars: ({ page }: OpenedPage) => [
      page.getByRole('contentinfo'),
      page.getByRole('search'),
      page.getByRole('main').locator('> div').first(),
    ],
  },
  {
    place: 'selected rows',
    path: scratch,
    async raise({ page, go }: OpenedPage) {
      const row = page.getByRole('checkbox', { name: 'Select scratch00000002' })
      await row.waitFor()
      await go('#/collections?collectionId=gone')
      await toast(page, /gone/).waitFor()
      await row.check()
      await page.getByRole('region', { name: 'Selection' }).waitFor()
    },
    bars: ({ page }: OpenedPage) => [page.getByRole('contentinfo'), page.getByRole('region', { name: 'Selection' })],
  },
  {
    place: 'a record',
    path: `${scratch}&recordId=scratch00000003`,
    async raise({ page }: OpenedPage) {
      await input(page.getByRole('dialog'), 't').fill(`changed ${Math.random()}`)
      await page.keyboard.press('Control+s')
    },
    bars: ({ page }: OpenedPage) => [page.getByRole('dialog').locator('> header'), page.getByRole('dialog').locator('footer')],
  },
  {
    place: 'settings',
    path: '#/settings/tokens',
    async raise({ page }: OpenedPage) {
      await page.getByRole('button', { name: 'Invalidate all previously issued tokens' }).first().click()
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
    bars: ({ page }: OpenedPage) => [
      page.getByRole('contentinfo'),
      page.getByRole('button', { name: 'Save changes' }).locator('..'),
    ],
  },
]

describe.each([
  { width: 1440, height: 900, theme: 'light' as const },
  { width: 900, height: 700, theme: 'dark' as const },
  { width: 390, height: 844, theme: 'light' as const },
])('at $width pixels', ({ theme, ...viewport }) => {
  test.each(places)('a toast covers no action of $place', async ({ path, raise, bars }) => {
    const opened = await openPage({ server: server(), path, viewport, theme, allowedErrors: [/status of 404/] })
    const { page } = opened
    await page.getByRole('button').first().waitFor()
    await raise(opened)
    await page.getByRole('button', { name: 'Close notification' }).first().hover()
    for (const bar of bars(opened)) expect(await coveredBy(page, bar)).toEqual([])
    await expectAccessible(page)
  })
})
