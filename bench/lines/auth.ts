import { userEmail, userPassword } from '../fixture/credentials.ts'
import { userCount } from '../fixture/fixtureSize.ts'
import type { Line } from './Line.ts'
import { sendJson, shuffled } from './requests.ts'
import { isSignedIn } from './responseChecks.ts'

const users = '/api/collections/users'

/** Lines for sign-in and token refresh. */
export const authLines: readonly Line[] = [
  {
    name: 'sign-in',
    fixture: 'small',
    connections: 4,
    requests: () =>
      shuffled(userCount).map(number =>
        sendJson('POST', `${users}/auth-with-password`, { identity: userEmail(number), password: userPassword.text }),
      ),
    isRight: isSignedIn,
    goal: { kind: 'rate', peer: 7, times: 1 },
  },
  {
    name: 'auth-refresh',
    fixture: 'small',
    connections: 32,
    requests: async ({ tokens }) =>
      (await tokens()).map(token => sendJson('POST', `${users}/auth-refresh`, {}, { Authorization: token })),
    isRight: isSignedIn,
    goal: { kind: 'rate', peer: 3326, times: 5 },
  },
]
