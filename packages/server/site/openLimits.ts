import type { HttpParts } from '../http/HttpParts.ts'
import { AttemptLimiter } from '../http/limits/AttemptLimiter.ts'
import { limitAdminAddresses } from '../http/limits/adminAddresses.ts'
import { HookTurns } from '../http/limits/HookTurns.ts'
import { openAttemptLimiter } from '../http/limits/openAttemptLimiter.ts'
import { PasswordTurns } from '../http/limits/PasswordTurns.ts'
import { ProviderTurns } from '../http/limits/ProviderTurns.ts'
import { RateLimiter } from '../http/limits/rates/RateLimiter.ts'
import { SharedWindows } from '../http/limits/rates/SharedWindows.ts'
import { SharedAttemptLimiter } from '../http/limits/SharedAttemptLimiter.ts'
import type { Dispatcher } from '../threads/dispatchers/Dispatcher.ts'
import type { ServerOptions } from './ServerOptions.ts'
import type { SiteParts } from './SiteParts.ts'

/** Opens the limits of attempts: of all nodes together, or of this server, with the attempts before its start. */
async function openLimiter({ node }: ServerOptions, { writer }: Dispatcher, opened: AsyncDisposableStack) {
  if (node !== undefined) return new SharedAttemptLimiter(new AttemptLimiter(), writer.nodes)
  const { limiter, close } = await openAttemptLimiter(writer.attempts)
  opened.defer(close)
  return limiter
}

/** Opens the limits of requests: of attempts, of sign-ins at the same time, of requests in a time, and of the addresses of admins. */
export async function openLimits(
  { options, settings, dispatcher, clients, isTrustedProxy }: SiteParts,
  opened: AsyncDisposableStack,
): Promise<Pick<HttpParts, 'signIns' | 'hookTurns' | 'assertAdminAddress' | 'rates'>> {
  const { writer } = dispatcher
  const limiter = options.limitTries ? await openLimiter(options, dispatcher, opened) : undefined
  return {
    signIns: {
      ...(limiter && { limiter }),
      providerTurns: new ProviderTurns(clients),
      passwordTurns: new PasswordTurns(clients),
    },
    hookTurns: new HookTurns(clients, options.database === undefined ? 'sqlite' : 'postgres'),
    assertAdminAddress: limitAdminAddresses({ list: () => settings.value.superuserIPs, isTrustedProxy }),
    rates: new RateLimiter({
      limits: () => settings.value.rateLimits,
      isTrustedProxy,
      nameOf: name => writer.catalog.nameOf(name),
      ...(options.node !== undefined && { windows: new SharedWindows(writer.nodes.takeRequests) }),
    }),
  }
}
