import { readForm } from '../api/body/readForm.ts'
import { lastUsed } from '../lastUsed.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { Buckets } from './Buckets.ts'
import { callerOf } from './callerOf.ts'

/** What somebody may try again and again: a password, a token, or to have mails sent. */
export type TryKind = 'password' | 'token' | 'mail'

const second = 1_000
/** A person who has forgotten which password it was does not come as far; ten thousand guesses take more than three days. */
const ofAccount = { most: 10, every: 30 * second }
/** An office behind one address has many people who mistype. */
const ofCaller = { most: 100, every: 6 * second }
const ofMails = { most: 20, every: 30 * second }
const mostKnown = 50_000

/** A try that has begun. */
export interface Try {
  /** Seconds until the next try counts; 0 for one that may go on. */
  wait: number
  /** To be told how it ended. */
  end: (isRight: boolean) => void
}

const identityOf = (request: ApiRequest): string => {
  try {
    const { identity = '' } = readForm(request, { identity: 'text' })
    return `${request.url.split('?', 1)[0]} ${identity.toLowerCase()}`
  } catch {
    return ''
  }
}

/** Longer bodies are not read here just to find out whose account they name. */
const longestBody = 10_000

const isLong = ({ body }: ApiRequest): boolean => {
  if (body.kind === 'json') return body.text.length > longestBody
  return body.kind === 'form' && body.values.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > longestBody
}

/**
 * Holds back those who guess: only failed tries count, for each account and address together, and for each address. Whoever
 * attacks an account from elsewhere does not keep its owner out, nor do others behind the owner's address.
 */
export class TryLimits {
  readonly #accounts: Buckets
  readonly #callers: Buckets
  readonly #mails: Buckets
  /** Accounts with addresses from where they have signed in. */
  readonly #known = lastUsed<true>(mostKnown)

  constructor(now: () => number = () => performance.now()) {
    this.#accounts = new Buckets(ofAccount, now)
    this.#callers = new Buckets(ofCaller, now)
    this.#mails = new Buckets(ofMails, now)
  }

  /** Begins a try, which counts as failed until it is known to be right: many at once are no way around. */
  begin(kind: TryKind, request: ApiRequest): Try {
    const caller = callerOf(request)
    // Whether a mail is sent says whether there is an account, so all requests for one count alike.
    if (kind === 'mail') return this.#take([[this.#mails, caller]], () => undefined)
    if (kind === 'token') return this.#take([[this.#callers, caller]])
    const pair = `${caller} ${isLong(request) ? '' : identityOf(request)}`
    const own: [Buckets, string] = [this.#accounts, pair]
    return this.#take(this.#known.has(pair) ? [own] : [own, [this.#callers, caller]], undefined, () =>
      this.#known.set(pair, true),
    )
  }

  #take(
    taken: readonly [Buckets, string][],
    giveBack = () => {
      for (const [buckets, name] of taken) buckets.change(name, 1)
    },
    remember: () => void = () => undefined,
  ): Try {
    const wait = Math.max(...taken.map(([buckets, name]) => buckets.waitFor(name)))
    if (wait > 0) return { wait: Math.ceil(wait / second), end: () => undefined }
    for (const [buckets, name] of taken) buckets.change(name, -1)
    return {
      wait: 0,
      end: isRight => {
        if (!isRight) return
        giveBack()
        remember()
      },
    }
  }
}
