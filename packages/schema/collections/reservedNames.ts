/** Names that no field of any collection may have. */
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

/** Names that no field of accounts may have: columns of accounts, and what sign-in forms are made of. */
export const reservedAccountNames: readonly string[] = [
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
