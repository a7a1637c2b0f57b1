import { expect, test } from 'vitest'
import { editCollection } from './harness/collectionEditor.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

const server = shareServer()

async function openOptions(options: { viewport?: typeof phone; allowedErrors?: RegExp[] } = {}) {
  const opened = await openPage({ server: server(), path: '#/collections?collectionId=mgclients000001', ...options })
  const editor = await editCollection(opened.page)
  await editor.getByRole('tab', { name: 'Options' }).click()
  return { ...opened, editor }
}

test('an auth collection gets one-time passwords, two factors and a rule for sign-ins', async () => {
  const { page, editor, client } = await openOptions({ allowedErrors: [/status of 400/] })
  await editor.getByRole('switch', { name: 'Two factors' }).check()
  await input(editor, 'Only for users that match').fill('plan = "pro"')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await editor.getByText('Two factors need two of these').waitFor()
  await editor.getByRole('switch', { name: 'One-time passwords' }).check()
  await input(editor, 'Digits').fill('6')
  await input(editor, 'Only users that match').fill('company != ""')
  await editor.getByRole('switch', { name: 'Mails about sign-ins from elsewhere' }).uncheck()
  await expectAccessible(page, 'layer')
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated collection.').waitFor()
  const { options } = (await client.send('/api/collections/clients?coffer=true', {})) as { options: { coffer: object } }
  expect(options.coffer).toMatchObject({
    otp: { enabled: true, length: 6 },
    mfa: { enabled: true, rule: 'plan = "pro"' },
    authAlert: { enabled: false },
    authRule: 'company != ""',
  })
})

test('the options of sign-ins fit on a phone', async () => {
  const { page, editor } = await openOptions({ viewport: phone })
  await editor.getByRole('switch', { name: 'One-time passwords' }).scrollIntoViewIfNeeded()
  await expectNoSidewaysScroll(page)
})
