import type { AuthCollection } from '@coffer/schema'
import { whereText } from '../parts/whereText.ts'
import type { SignIn } from '../rules/RuleNeeds.ts'
import type { Samples } from './languages.ts'
import { type CurlCall, writeCurl } from './writeCurl.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

/** What readers put their own in place of. */
export const placeholders = {
  password: 'YOUR_PASSWORD',
  email: 'YOUR_EMAIL',
  username: 'YOUR_USERNAME',
  newPassword: 'NEW_PASSWORD',
  newEmail: 'NEW_EMAIL',
  mailedToken: 'TOKEN_FROM_THE_MAIL',
  /** A provider that most people know; which ones are enabled is told by `auth-methods`. */
  provider: 'google',
}

/** The commands that install the newest clients for this server; later ones speak another protocol. */
const install = { javascript: 'npm i pocketbase@0.21', dart: 'dart pub add pocketbase:^0.18.0' }

/** With what an account of the collection says who it is. */
export const identityOf = ({ options }: AuthCollection): string =>
  options.allowEmailAuth ? placeholders.email : placeholders.username

/** Whether its accounts may sign in with a password. */
export const allowsPassword = ({ options }: AuthCollection): boolean => options.allowEmailAuth || options.allowUsernameAuth

export interface SampleParts {
  origin: string
  signIn: SignIn
  /** Conditions on the record that signs in, as filters. */
  account?: readonly string[]
  /** What readers have to know or to replace, in sentences. */
  remarks?: readonly string[]
  /** More of them for curl, which cannot read values of the record that signed in. */
  curlRemarks?: readonly string[]
  /** The call itself in each language; the client is `pb`. */
  javascript: string
  dart: string
  /** A text where one call does not tell it all. */
  curl: Omit<CurlCall, 'isSignedIn'> | string
  /** Lines that the Dart code needs beside the client's. */
  dartImports?: readonly string[]
}

type Quote = (text: string) => string

/** The call by which an account signs in with a provider, in a browser or in an app. */
export const oauth2Calls = (collection: AuthCollection) => ({
  javascript: `await pb.collection(${quoteJavaScript(collection.name)}).authWithOAuth2({ provider: ${quoteJavaScript(placeholders.provider)} })`,
  dart: `await pb.collection(${quoteDart(collection.name)}).authWithOAuth2(${quoteDart(placeholders.provider)}, (url) async {\n  await launchUrl(url);\n})`,
})

/** The call that signs in with a password. */
const passwordCall = (signIn: AuthCollection | 'admin', quote: Quote): string =>
  signIn === 'admin'
    ? `await pb.admins.authWithPassword(${quote(placeholders.email)}, ${quote(placeholders.password)})`
    : `await pb.collection(${quote(signIn.name)}).authWithPassword(${quote(identityOf(signIn))}, ${quote(placeholders.password)})`

const signInCalls = (signIn: AuthCollection | 'admin') =>
  signIn === 'admin' || allowsPassword(signIn)
    ? { javascript: passwordCall(signIn, quoteJavaScript), dart: passwordCall(signIn, quoteDart) }
    : oauth2Calls(signIn)

/** Sentences as comments, one a line: a rule that they quote may hold line breaks. */
const comments = (mark: '//' | '#', sentences: readonly string[]): string =>
  sentences.map(sentence => `${mark} ${sentence.replace(/[\r\n\u2028\u2029]+/g, ' ')}\n`).join('')

/** Whole programs around a call: the client, and who signs in where somebody has to. */
export const writeSamples = (parts: SampleParts): Samples => {
  const { origin, signIn, account = [], remarks = [], curlRemarks = [], javascript, dart, curl, dartImports = [] } = parts
  const who = signIn && (signIn === 'admin' ? 'an admin' : `a record of ${signIn.name}${whereText(account)}`)
  const isByPassword = signIn && (signIn === 'admin' || allowsPassword(signIn))
  const identity = signIn && signIn !== 'admin' ? identityOf(signIn) : placeholders.email
  const signingIn = comments('//', [
    isByPassword ? `Replace ${identity} and ${placeholders.password} with those of ${who}.` : `Signs in ${who}.`,
  ])
  return {
    javascript: [
      `// ${install.javascript}\nimport PocketBase from 'pocketbase'`,
      `const pb = new PocketBase(${quoteJavaScript(origin)})`,
      ...(signIn ? [signingIn + signInCalls(signIn).javascript] : []),
      comments('//', remarks) + javascript,
    ].join('\n\n'),
    dart: [
      [`// ${install.dart}`, "import 'package:pocketbase/pocketbase.dart';", ...dartImports].join('\n'),
      `final pb = PocketBase(${quoteDart(origin)});`,
      ...(signIn ? [`${signingIn + signInCalls(signIn).dart};`] : []),
      comments('//', remarks) + dart,
    ].join('\n\n'),
    curl:
      comments('#', [...(who ? [`Replace TOKEN with the token of ${who}.`] : []), ...remarks, ...curlRemarks]) +
      (typeof curl === 'string' ? curl : writeCurl({ ...curl, isSignedIn: signIn !== undefined })),
  }
}
