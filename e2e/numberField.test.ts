import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchForms } from './harness/watchForms.ts'

const server = shareServer()

const number = 'post00000000001'

test('M07.24 a number is kept as typed, an invalid one is explained, and steps stay within the limits', async () => {
  const { page, client } = await openPage({
    server: server(),
    path: `#/collections?collectionId=mgposts00000001&recordId=${number}`,
  })
  const score = page.getByRole('spinbutton', { name: 'score', exact: true })
  await score.waitFor()
  await page.getByText('From -10 to 10.', { exact: true }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await score.fill('')
    await page.keyboard.press('Control+v')
  }
  await paste('1,5')
  expect(await score.inputValue()).toBe('1,5')
  await page.getByText('Write decimals with a point: 1.5.').waitFor()
  await expectAccessible(page, 'layer')
  const forms = await watchForms(page)
  await page.keyboard.press('Control+s')
  await eventually(() => hasFocus(score)).toBe(true)
  expect(forms).toEqual([])
  expect(await score.inputValue()).toBe('1,5')

  await paste('1e0')
  await page.getByText('Read as 1.').waitFor()
  await page.keyboard.press('Tab')
  await eventually(() => score.inputValue()).toBe('1')
  await score.focus()
  await page.keyboard.press('ArrowUp')
  await eventually(() => score.inputValue()).toBe('2')
  await page.keyboard.press('PageUp')
  await eventually(() => score.inputValue()).toBe('10')
  await score.hover()
  await page.mouse.wheel(0, 120)
  await eventually(() => score.inputValue()).toBe('10')
  await paste('11')
  await page.getByText('Must be less than 10.000000.').waitFor()
  await paste('-2.25')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('posts').getOne(number)).score).toBe(-2.25)
  // The invalid number was never sent.
  expect(forms).toHaveLength(1)
})
