import type { AuthCollection } from '@coffer/schema'
import type { SignIn } from '../parts/access.ts'
import type { Samples } from './languages.ts'
import { type CurlCall, writeCurl } from './writeCurl.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

/** What readers put their own in place of. */
export const placeholders = {
  password: 'YOUR_PASSWORD',
  email: 'YOUR_EMAIL',
  newPassword: 'NEW_PASSWORD',
  newEmail: 'NEW_EMAIL',
  mailedToken: 'TOKEN_FROM_THE_MAIL',
  /** A provider that most people know; which ones are enabled is told by `auth-methods`. */
  provider: 'google',
}

/** The commands that install the newest clients for this server; later ones speak another protocol. */
const install = { javascript: 'npm i pocketbase@0.21', dart: 'dart pub add pocketbase:^0.18.0' }

/** With what an account of the collection says who it is. */
export const identityOf = ({ options }: AuthCollection): string => (options.allowEmailAuth ? placeholders.email : 'YOUR_USERNAME')

/** Whether its accounts may sign in with a password. */
export const allowsPassword = ({ options }: AuthCollection): boolean => options.allowEmailAuth || options.allowUsernameAuth

interface SampleParts {
  origin: string
  signIn: SignIn
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

/** Whole programs around a call: the client, and who signs in where somebody has to. */
export const writeSamples = ({ origin, signIn, javascript, dart, curl, dartImports = [] }: SampleParts): Samples => ({
  javascript: [
    `// ${install.javascript}\nimport PocketBase from 'pocketbase'`,
    `const pb = new PocketBase(${quoteJavaScript(origin)})`,
    ...(signIn ? [signInCalls(signIn).javascript] : []),
    javascript,
  ].join('\n\n'),
  dart: [
    [`// ${install.dart}`, "import 'package:pocketbase/pocketbase.dart';", ...dartImports].join('\n'),
    `final pb = PocketBase(${quoteDart(origin)});`,
    ...(signIn ? [`${signInCalls(signIn).dart};`] : []),
    dart,
  ].join('\n\n'),
  curl: typeof curl === 'string' ? curl : writeCurl({ ...curl, isSignedIn: signIn !== undefined }),
})
