import { settings } from '@coffer/schema'
import { expect, test } from 'vitest'
import { fillTemplate } from './fillTemplate.ts'

const application = settings.parse({ meta: { appName: `R&D "<b>'s`, appUrl: 'https://a.example/' } })

test('escapes values in the body, but not in the subject and the URL', () => {
  const template = {
    subject: '{APP_NAME} at {APP_URL}: {TOKEN}, {ACTION_URL}',
    actionUrl: '{APP_URL}/confirm?token={TOKEN}&lang=en&of={APP_NAME}&to={OTHER}',
    body: '<p title="{APP_NAME}">{APP_NAME} & {APP_URL} {TOKEN}</p><a href="{ACTION_URL}">{OTHER}</a>',
  }
  const { subject, body } = fillTemplate(template, application, 'a.b-c_d')
  expect(subject).toBe(`R&D "<b>'s at https://a.example/: {TOKEN}, {ACTION_URL}`)
  const name = 'R&amp;D &quot;&lt;b&gt;&#39;s'
  expect(body).toBe(
    `<p title="${name}">${name} & https://a.example/ a.b-c_d</p>` +
      `<a href="https://a.example/confirm?token=a.b-c_d&amp;lang=en&amp;of=${name}&amp;to={OTHER}">{OTHER}</a>`,
  )
})

test('does not replace a value that looks like a placeholder', () => {
  const named = settings.parse({ meta: { appName: '{TOKEN}' } })
  expect(fillTemplate({ subject: '', actionUrl: '', body: '{APP_NAME} {TOKEN}' }, named, 'x').body).toBe('{TOKEN} x')
})
