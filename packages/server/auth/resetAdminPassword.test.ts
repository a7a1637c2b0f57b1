import { expect, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { signToken } from '../../../test/harness/signToken.ts'
import { startServer } from '../../../test/harness/startServer.ts'

test('a reset token that many requests use at once sets one password', async () => {
  const { dataDir, remove } = await copySample('magazine')
  const server = await startServer({ dataDir, threads: 'pool' })
  const url = `http://127.0.0.1:${server.port}/api/admins`
  const post = (path: string, body: object) =>
    fetch(`${url}/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  try {
    const token = signToken(dataDir, 'passwordReset', 'admin')
    const passwords = Array.from({ length: 8 }, (_, turn) => `brand-new-${turn}`)
    const answers = await Promise.all(
      passwords.map(password => post('confirm-password-reset', { token, password, passwordConfirm: password })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(400)])
    const winner = passwords[answers.findIndex(({ status }) => status === 204)]
    expect((await post('auth-with-password', { identity: 'editor@magazine.example', password: winner })).status).toBe(200)
    const again = await post('confirm-password-reset', { token, password: 'once-more-12', passwordConfirm: 'once-more-12' })
    expect(await again.json()).toMatchObject({ data: { token: { code: 'validation_invalid_token' } } })
  } finally {
    await server.stop()
    await remove()
  }
})
