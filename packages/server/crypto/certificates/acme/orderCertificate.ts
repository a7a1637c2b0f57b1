import type { Authorization, Client } from 'acme-client'
import type { KeyPair } from '../parseKeyPair.ts'
import type { Challenges } from './Challenges.ts'
import { AcmeError } from './explainFailure.ts'
import type { AcmeClient } from './withClient.ts'

type Challenge = Authorization['challenges'][number]

const challengeTypes = ['tls-alpn-01', 'http-01'] as const
type ChallengeType = (typeof challengeTypes)[number]

/** Problems that another kind of challenge can avoid. */
const avoidable = new Set(['connection', 'tls', 'unauthorized', 'incorrectResponse'])

/** Thrown when an authority does not offer a kind of challenge. */
class NotOffered extends Error {}

async function offer(acme: AcmeClient, challenges: Challenges, authorization: Authorization, challenge: Challenge) {
  const response = await acme.call(client => client.getChallengeKeyAuthorization(challenge))
  if (challenge.type === 'http-01') return challenges.offerHttp(challenge.token, response)
  const [key, cert] = await acme.crypto.createAlpnCertificate(authorization, response)
  return challenges.offerTls(authorization.identifier.value, { cert: cert.toString(), key: key.toString() })
}

/** Proves that this server controls a domain, unless a recent proof is still valid. */
async function prove(acme: AcmeClient, challenges: Challenges, authorization: Authorization, type: ChallengeType) {
  if (authorization.status === 'valid') return
  const challenge = authorization.challenges.find(offered => offered.type === type)
  if (!challenge) throw new NotOffered(`The authority does not offer the challenge ${type}.`)
  const withdraw = await offer(acme, challenges, authorization, challenge)
  try {
    await acme.call(async client => {
      await client.completeChallenge(challenge)
      await client.waitForValidStatus(challenge)
    })
  } finally {
    withdraw()
  }
}

function hasAccount(client: Client): boolean {
  try {
    return client.getAccountUrl() !== ''
  } catch {
    return false
  }
}

/** Finds the account of the key at the authority, or creates it. */
async function openAccount(client: Client): Promise<void> {
  try {
    await client.createAccount({ termsOfServiceAgreed: true })
  } catch (error) {
    // The library updates an account that it finds, with nothing, which some authorities reject.
    if (!hasAccount(client)) throw error
  }
}

const createOrder = (domain: string) => (client: Client) => client.createOrder({ identifiers: [{ type: 'dns', value: domain }] })

async function orderWith(acme: AcmeClient, challenges: Challenges, domain: string, type: ChallengeType): Promise<KeyPair> {
  const order = await acme.call(createOrder(domain))
  for (const authorization of await acme.call(client => client.getAuthorizations(order))) {
    await prove(acme, challenges, authorization, type)
  }
  const key = await acme.crypto.createPrivateEcdsaKey()
  const [, csr] = await acme.crypto.createCsr({ altNames: [domain] }, key)
  const cert = await acme.call(async client => client.getCertificate(await client.finalizeOrder(order, csr)))
  return { cert, key: key.toString() }
}

/**
 * Orders a certificate for a domain. First tries TLS-ALPN-01 on port 443, then HTTP-01 on port 80.
 * @throws AcmeError with the problem that the authority reports
 * @throws Error if the authority cannot be reached
 */
export async function orderCertificate(acme: AcmeClient, challenges: Challenges, domain: string): Promise<KeyPair> {
  await acme.call(openAccount)
  const [first, second] = challengeTypes
  try {
    return await orderWith(acme, challenges, domain, first)
  } catch (error) {
    const isAvoidable = error instanceof NotOffered || (error instanceof AcmeError && avoidable.has(error.problem.type))
    if (!isAvoidable) throw error
    return orderWith(acme, challenges, domain, second)
  }
}
