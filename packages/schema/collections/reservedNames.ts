/** Field names that are reserved in every collection. */
export const reservedNames: readonly string[] = [
  'id',
  'created',
  'updated',
  'null',
  'true',
  'false',
  '_rowid_',
  'collectionId',
  'collectionName',
  'expand',
]

/** Field names that are reserved in auth collections: their system columns and the keys of sign-in forms. */
export const reservedAuthNames: readonly string[] = [
  'username',
  'email',
  'emailVisibility',
  'verified',
  'tokenKey',
  'passwordHash',
  'lastResetSentAt',
  'lastVerificationSentAt',
  'lastLoginAlertSentAt',
  'password',
  'passwordConfirm',
  'oldPassword',
]
