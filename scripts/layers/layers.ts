/** The layers of one package. */
export interface Layers {
  package: string
  /** Folders and files at the top of the package. A row imports only from rows below it, and its folders do not import each other. */
  rows: readonly (readonly string[])[]
  /** The check fails below this number of modules, because a parser that reads nothing finds no violation either. */
  minModules: number
  /** Violations that are still to be removed. The list only gets shorter: the check rejects an entry that no longer applies. */
  allowed?: readonly string[]
}

const server: Layers = {
  package: 'packages/server',
  minModules: 400,
  rows: [
    ['main.ts'],
    ['cli'],
    ['createServer.ts', 'openSite.ts', 'ServerOptions.ts', 'removeOrphanedUploads.ts'],
    ['http', 'worker'],
    ['threads'],
    ['api'],
    ['app'],
    ['mail', 'realtime'],
    ['auth', 'collections', 'backups', 'effects'],
    ['records', 'dataDirectory'],
    ['rules', 'logs'],
    ['query', 'rows'],
    ['catalog', 'files'],
    ['messages', 'settings'],
    ['crypto', 'config'],
    ['db'],
    ['errors', 'cache', 'runtime'],
  ],
  allowed: [
    'auth/authenticate.ts → app/App.ts',
    'auth/changeAccount.ts → app/App.ts',
    'auth/changeEmail.ts → app/App.ts',
    'auth/oauth2/signInWithProof.ts → app/App.ts',
    'auth/resetAccountPassword.ts → app/App.ts',
    'auth/resetAdminPassword.ts → app/App.ts',
    'auth/tokens.ts → app/App.ts',
    'auth/verifyAccount.ts → app/App.ts',
    'collections/changeCollections.ts → app/App.ts',
    'collections/reportToLog.ts → app/App.ts',
    'files/uploads/storeUploads.ts → app/App.ts',
    'mail/composeMail.ts → app/App.ts',
    'mail/noteSent.ts → app/App.ts',
    'realtime/describeChange.ts → app/App.ts',
    'realtime/describeDeleted.ts → app/App.ts',
    'records/Write.ts → app/App.ts',
    'records/consequences/effectsOfChanges.ts → realtime/Audiences.ts',
    'records/consequences/effectsOfChanges.ts → realtime/openMessage.ts',
    'records/deleteRecord.ts → realtime/describeDeleted.ts',
    'records/deleteRecord.ts → realtime/Patience.ts',
    'records/deleteRecord.ts → app/App.ts',
    'records/files/placeFiles.ts → app/App.ts',
    'records/removals/pendingRemovals.ts → app/App.ts',
    'records/undo/expireDeletions.ts → app/App.ts',
    'records/undo/missingFile.ts → app/App.ts',
    'records/undo/undoDeletions.ts → app/App.ts',
  ],
}

export const packages = [server]
