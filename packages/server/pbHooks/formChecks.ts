import type { Issue } from '@coffer/fields'
import type { AuthCollection, Issues, Settings } from '@coffer/schema'
import { findAdmin, findAdminByEmail } from '../auth/admins.ts'
import { assertUnusedEmail, findEmailChange, validateEmailChange } from '../auth/changeEmail.ts'
import { findAuthRecord } from '../auth/findAuthRecord.ts'
import { validateAppleSecret } from '../auth/oauth2/appleSecret.ts'
import { findAdminPasswordReset } from '../auth/resetAdminPassword.ts'
import { findPasswordReset } from '../auth/resetRecordPassword.ts'
import { assertMeetsAuthRule } from '../auth/signIns/authRule.ts'
import { needsTwoFactors } from '../auth/signIns/firstFactors.ts'
import type { TokenContext } from '../auth/tokens.ts'
import { emptyAdminForm, validateAdmin } from '../auth/validateAdmin.ts'
import { findVerification } from '../auth/verifyAuthRecord.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Reader } from '../db/engine.ts'
import { collectIssues, emailIssue, lengthBetween, required, validateEmailFormat } from '../errors/fieldIssues.ts'
import { Rejection } from '../errors/Rejection.ts'
import { isS3Purpose } from '../files/storage/testStorage.ts'
import { wasSentRecently } from '../mail/composeMail.ts'
import { testTemplates } from '../mail/MailJob.ts'
import type { Plain } from '../pb/Host.ts'
import { noRequest } from '../query/operands/RequestValues.ts'

interface CheckParts {
  settings: Settings
  /** Reads what is committed, or what a transaction has changed. */
  reader: Reader
  catalog: () => Promise<Catalog>
}

const notInList: Issue = { code: 'validation_in_invalid', message: 'Must be a valid value.' }

/** Returns the issue of a value that is not empty and has at most 255 characters. */
const shortText = (value: string): Issue | undefined => required(value) ?? lengthBetween(value, 1, 255)

export function assertNone(issues: Issues): void {
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
}

/** Returns the texts with these names. */
function textsOf<Name extends string>(values: Plain, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map(name => [name, String(values[name] ?? '')])) as Record<Name, string>
}

/**
 * Creates the checks of the forms of scripts, which are the ones of the endpoints that do the same. They throw a Rejection with issues
 * by field. They count no attempts, because they know no client.
 */
export function formChecks({ settings, reader, catalog }: CheckParts) {
  const context = async (): Promise<TokenContext> => ({ db: reader, settings, catalog: await catalog() })
  const authCollectionOf = async (id: string): Promise<AuthCollection> => {
    const found = (await catalog()).byId(id)
    if (found?.type !== 'auth') throw new Error(`There is no auth collection with the id ${id}.`)
    return found
  }
  return {
    /** Returns the values of the auth record with an identity, or null. The password is compared later. */
    checkSignIn: async (values: Plain, collectionId: string): Promise<Plain | null> => {
      const { identity, password } = textsOf(values, 'identity', 'password')
      assertNone(collectIssues({ identity: shortText(identity), password: shortText(password) }))
      return (await findAuthRecord(reader, await authCollectionOf(collectionId), identity))?.values ?? null
    },
    /**
     * Asserts that an auth record can sign in with its password alone. The rules see no request. Whether it has to be verified is up to
     * the auth response, as in 0.22.
     */
    checkSingleFactor: async (collectionId: string, id: string): Promise<void> => {
      const collection = await authCollectionOf(collectionId)
      const record = { collection, values: { id } }
      const lookup = { catalog: await catalog(), request: { ...noRequest, context: 'password' } }
      await assertMeetsAuthRule(reader, collection, record, lookup).catch(cause => {
        throw new Error(`The auth record does not meet the auth rule of ${collection.name}.`, { cause })
      })
      if (await needsTwoFactors(reader, collection, record, lookup))
        throw new Error(
          'The auth record needs a second factor. Send the sign-in to auth-with-password of the API with $http.send.',
        )
    },
    /** Returns the admin with an email, or null. The password is compared later. */
    checkAdminSignIn: async (values: Plain) => {
      const { identity, password } = textsOf(values, 'identity', 'password')
      const issues = { identity: shortText(identity) ?? validateEmailFormat(identity), password: shortText(password) }
      assertNone(collectIssues(issues))
      return (await findAdminByEmail(reader, identity)) ?? null
    },
    checkEmail: async (values: Plain): Promise<void> => {
      assertNone(collectIssues({ email: emailIssue(String(values.email ?? '')) }))
    },
    /** Whether a mail was sent so recently that the next one has to wait. */
    wasSentRecently: async (sentAt: string): Promise<boolean> => wasSentRecently(sentAt),
    /** Returns the values of the auth record that a token can verify. */
    checkVerification: async (values: Plain, collectionId: string): Promise<Plain> => {
      const { token } = textsOf(values, 'token')
      return (await findVerification(await context(), await authCollectionOf(collectionId), token)).record.values
    },
    /** Returns the values of the auth record whose password a token can set. */
    checkPasswordReset: async (values: Plain, collectionId: string): Promise<Plain> => {
      const form = textsOf(values, 'token', 'password', 'passwordConfirm')
      return (await findPasswordReset(await context(), await authCollectionOf(collectionId), form)).record.values
    },
    /** Returns the values of the auth record whose email a token can change. */
    checkEmailChange: async (values: Plain, collectionId: string): Promise<Plain> => {
      const [app, collection] = [await context(), await authCollectionOf(collectionId)]
      const change = await findEmailChange(app, textsOf(values, 'token', 'password'))
      return (await validateEmailChange(app, collection, change)).holder.record.values
    },
    /** Checks an email that an auth record wants to have. */
    checkNewEmail: async (values: Plain, collectionId: string, currentEmail: string): Promise<void> => {
      const { newEmail } = textsOf(values, 'newEmail')
      assertNone(collectIssues({ newEmail: emailIssue(newEmail) }))
      await assertUnusedEmail(reader, await authCollectionOf(collectionId), newEmail, currentEmail)
    },
    /** Returns the admin whose password a token can set. */
    checkAdminPasswordReset: async (values: Plain) =>
      findAdminPasswordReset(await context(), textsOf(values, 'token', 'password', 'passwordConfirm')),
    checkAdmin: async (given: Plain): Promise<void> => {
      const stored = given.isNew ? undefined : await findAdmin(reader, String(given.id))
      assertNone(await validateAdmin(reader, { ...emptyAdminForm, ...given }, stored))
    },
    checkTestMail: async (values: Plain): Promise<void> => {
      const { email, template } = textsOf(values, 'email', 'template')
      const isKnown = testTemplates.some(name => name === template)
      const issue = required(template) ?? (isKnown ? undefined : notInList)
      assertNone(collectIssues({ email: emailIssue(email), template: issue }))
    },
    checkTestS3: async (values: Plain): Promise<void> => {
      const { filesystem } = textsOf(values, 'filesystem')
      const issue = required(filesystem) ?? (isS3Purpose(filesystem) ? undefined : notInList)
      assertNone(collectIssues({ filesystem: issue }))
    },
    checkAppleSecret: async (values: Plain): Promise<void> => {
      const texts = textsOf(values, 'clientId', 'teamId', 'keyId', 'privateKey')
      assertNone(validateAppleSecret({ ...texts, duration: Number(values.duration) || 0 }))
    },
    checkSubscription: async (values: Plain): Promise<void> => {
      assertNone(collectIssues({ clientId: shortText(String(values.clientId ?? '')) }))
    },
    checkImport: async (values: Plain): Promise<void> => {
      const isEmpty = !Array.isArray(values.collections) || values.collections.length === 0
      assertNone(collectIssues({ collections: isEmpty ? required('') : undefined }))
    },
  }
}
