// Vitest loads this module before the test files of requests, whose tests store hundreds of passwords.
import './fastHashes.ts'
