import { expect, it } from 'vitest'
import { formIssues } from './formIssues.ts'

it.each([
  [{ name: 'email', label: 'Email', value: '', isEmail: true }, { email: 'Email cannot be blank.' }],
  [{ name: 'email', label: 'Email', value: 'ada', isEmail: true }, { email: 'Must be a valid email address.' }],
  [{ name: 'email', label: 'Email', value: 'ada@home', isEmail: true }, { email: 'Must be a valid email address.' }],
  [{ name: 'email', label: 'Email', value: 'ada@home.example', isEmail: true }, {}],
  [{ name: 'password', label: 'Password', value: '123456789', min: 10 }, { password: 'Must have at least 10 characters.' }],
  [{ name: 'password', label: 'Password', value: '1234567890', min: 10 }, {}],
  [{ name: 'password', label: 'Password', value: ' ' }, {}],
])('formIssues validates %j', (input, issues) => {
  expect(formIssues([input])).toEqual(issues)
})
