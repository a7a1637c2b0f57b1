import type { RequestLimits } from '../http/HttpParts.ts'
import { AttemptLimiter } from '../http/limits/AttemptLimiter.ts'
import { FormTurns } from '../http/limits/FormTurns.ts'
import { HookTurns } from '../http/limits/HookTurns.ts'
import { openAttemptLimiter } from '../http/limits/openAttemptLimiter.ts'
import { PasswordTurns } from '../http/limits/PasswordTurns.ts'
import { ProviderTurns } from '../http/limits/ProviderTurns.ts'
import { RateLimiter } from '../http/limits/rates/RateLimiter.ts'
import { SharedWindows } from '../http/limits/rates/SharedWindows.ts'
import { SharedAttemptLimiter } from '../http/limits/SharedAttemptLimiter.ts'
import type { Threads } from '../threads/Threads.ts'
import type { ServerOptions } from './ServerOptions.ts'
import type { SiteParts } from './SiteParts.ts'

/** Opens the limits of attempts: of all nodes together, or of this server, with the attempts before its start. */
async function openLimiter({ node }: ServerOptions, { writer }: Threads, opened: AsyncDisposableStack) {
  if (node !== undefined) return new SharedAttemptLimiter(new AttemptLimiter(), writer.nodes)
  const { limiter, close } = await openAttemptLimiter(writer.attempts)
  opened.defer(close)
  return limiter
}

/** Opens the limits of requests: of attempts, of sign-ins, hooks and forms at the same time, and of requests in a time. */
export async function openLimits(
  { options, settings, threads, clients, isTrustedProxy }: SiteParts,
  opened: AsyncDisposableStack,
): Promise<RequestLimits> {
  const { writer } = threads
  const attempts = options.limitTries ? await openLimiter(options, threads, opened) : undefined
  return {
    clients,
    ...(attempts && { attempts }),
    providerTurns: new ProviderTurns(clients),
    passwordTurns: new PasswordTurns(clients),
    hookTurns: new HookTurns(clients, options.database === undefined ? 'sqlite' : 'postgres'),
    formTurns: new FormTurns(clients),
    rates: new RateLimiter({
      limits: () => settings.value.rateLimits,
      isTrustedProxy,
      nameOf: name => writer.catalog.nameOf(name),
      ...(options.node !== undefined && { windows: new SharedWindows(writer.nodes.takeRequests) }),
    }),
  }
}
