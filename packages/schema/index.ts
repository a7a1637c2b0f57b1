export { describeCell, describePersona, describeWidening } from './access/describeAccess.ts'
export { describeRuleChange } from './access/describeRuleChange.ts'
export { describeRuleTest } from './access/describeRuleTest.ts'
export * from './access/Explanation.ts'
export * from './access/Exposure.ts'
export { findLostNames, findRemovedFields, type LostName, type RemovedFields } from './access/findLostNames.ts'
export { findNullNames } from './access/findNullNames.ts'
export * from './access/QueryChange.ts'
export type { AccessDifference, RuleChange, UserDifference } from './access/RuleChange.ts'
export * from './access/RuleTest.ts'
export { openViewsOf, queriesOf } from './access/viewQueries.ts'
export {
  type CofferAuth,
  cofferAuth,
  cofferAuthSchema,
  keepCofferAuth,
  parseCofferAuth,
  toNewerAuthIssues,
  withoutCofferAuth,
  withoutSharedAuth,
  withShownCofferAuth,
} from './collections/auth/cofferAuth.ts'
export { followRenames } from './collections/auth/followRenames.ts'
export { identityFieldsOf, uniqueIndexOf } from './collections/auth/identityFields.ts'
export { mailTemplateOf, type TemplateName, templateNames, withWholeLink } from './collections/auth/mailTemplates.ts'
export { olderAuthOptions } from './collections/auth/olderAuthOptions.ts'
export {
  type ConfiguredProvider,
  type MappedFields,
  mappedFieldsOf,
  type OwnProvider,
  providersOf,
} from './collections/auth/ownProviders.ts'
export { type RecordTokenKind, type RecordTokenName, recordTokenNames, tokenOf } from './collections/auth/recordTokens.ts'
export {
  maxPasswordBytes,
  minAdminPasswordLength,
  validateAuthEmailFormat,
  validatePasswordLength,
  validateUsernameFormat,
} from './collections/authFormats.ts'
export * from './collections/Collection.ts'
export * from './collections/CollectionDraft.ts'
export { applyForm, type CollectionForm } from './collections/CollectionForm.ts'
export { type AuthOptions, authOptions, type ViewOptions, viewOptions } from './collections/collectionOptions.ts'
export {
  type ChangeKind,
  compareImport,
  compareTokens,
  type ImportChange,
  type PartChange,
} from './collections/import/compareImport.ts'
export { exportedCollections } from './collections/import/exportedCollections.ts'
export { findImportLosses, type ImportLoss } from './collections/import/findImportLosses.ts'
export { hasOtherIds, withOriginalIds } from './collections/import/originalIds.ts'
export { type ImportedCollection, NewerExportError, readImport } from './collections/import/readImport.ts'
export { readImportText } from './collections/import/readImportText.ts'
export { keepNewerKeys, withNewerKeys } from './collections/keepNewerKeys.ts'
export type { Present } from './collections/newer/findAuthIssues.ts'
export { findNewerKeys } from './collections/newer/findNewerKeys.ts'
export { findImportedSystemChanges, findSystemChanges } from './collections/newer/findSystemChanges.ts'
export { type ImportNote, ImportNotes } from './collections/newer/ImportNote.ts'
export { type NewerCollection, newerCollection, newerSystemCollections } from './collections/newer/NewerCollection.ts'
export { newerCollectionId, newerFieldId } from './collections/newer/newerIds.ts'
export { noteRules } from './collections/newer/noteRules.ts'
export { noteSuperusers } from './collections/newer/noteSuperusers.ts'
export { type NewerForm, readNewerForm } from './collections/newer/readNewerForm.ts'
export type { ImportedTokens } from './collections/newer/readSystemItems.ts'
export { changesSuperuserTokens, toSuperuserTokenIssues, withSuperuserTokens } from './collections/newer/superuserTokens.ts'
export { type SystemCollection, systemCollectionIds, systemCollections } from './collections/newer/systemCollections.ts'
export { toNewerCollection } from './collections/newer/toNewerCollection.ts'
export { type TranslatedCollection, translateCollection } from './collections/newer/translateCollection.ts'
export { translateSettings } from './collections/newer/translateSettings.ts'
export { MalformedCollection, readFieldDrafts } from './collections/readFieldDrafts.ts'
export { dateNames, readOmittedDates, shownDates } from './collections/recordDates.ts'
export { reservedAuthNames, reservedNames } from './collections/reservedNames.ts'
export { rulesOf } from './collections/rulesOf.ts'
export type { RuleError, ValidationContext } from './collections/validate/ValidationContext.ts'
export { validateCollection } from './collections/validate/validateCollection.ts'
export { collectionIdPattern } from './collections/validate/validateId.ts'
export { viewColumnNames, viewColumns } from './collections/viewColumnNames.ts'
export { type CompletionRequest, completeFilter } from './completion/completeFilter.ts'
export type { FilterSubject } from './completion/FilterSubject.ts'
export type { FilterSuggestion, FilterSuggestions } from './completion/FilterSuggestions.ts'
export { fieldsOf } from './completion/fieldsOf.ts'
export { type FilterProblem, findFilterProblems } from './completion/findFilterProblems.ts'
export { describeFilterError } from './filter/describeFilterError.ts'
export { FilterError } from './filter/FilterError.ts'
export { macroNames, macroValue } from './filter/macros.ts'
export { newerName, requestBodyName } from './filter/newerNames.ts'
export { type ExpandTree, parseExpand } from './filter/parseExpand.ts'
export { type FieldSelection, parseFields } from './filter/parseFields.ts'
export { parseFilter } from './filter/parseFilter.ts'
export { parseSort, type SortItem } from './filter/parseSort.ts'
export { printFilter } from './filter/printFilter.ts'
export { type SplitIdentifier, splitIdentifier } from './filter/splitIdentifier.ts'
export { type Token, tokenize } from './filter/tokenize.ts'
export {
  type FilterNode,
  type FunctionName,
  type Leaf,
  leavesOf,
  type Operand,
  type Operator,
  operandsOf,
  type Span,
} from './filter/tree.ts'
export { type IndexColumn, type IndexDefinition, parseIndex } from './indexes/parseIndex.ts'
export { printIndex } from './indexes/printIndex.ts'
export { renameIndexColumns, renameIndexTable, usesColumn } from './indexes/renameInIndex.ts'
export { collectIssues, type Issues, isIssue, messagesOf } from './issues/Issues.ts'
export { atLeast, atMost, blank, lengthBetween, required } from './issues/rules.ts'
export { type Comparison, isAmong, isEmptyValue, isField, moveSubjectLeft } from './rules/comparison.ts'
export { describeRule } from './rules/describeRule.ts'
export { ruleAlternatives } from './rules/ruleAlternatives.ts'
export { type CofferSettings, cofferSettings, type RateLimitRule, type RateLimits, validateAddresses } from './settings/coffer.ts'
export { type DialectDifference, findDialectDifferences } from './settings/dialectDifferences.ts'
export { validateEmailFormat } from './settings/formats.ts'
export type { MailTemplate, Smtp } from './settings/mail.ts'
export { mergeAllSettings, mergeSettings } from './settings/mergeSettings.ts'
export { findNewerSettings, readNewerSettings, toNewerIssues } from './settings/newer/readNewerSettings.ts'
export { type NewerSettings, toNewerSettings } from './settings/newer/toNewerSettings.ts'
export {
  newerProviderNames,
  type Provider,
  type ProviderKey,
  type ProviderName,
  providerKeys,
  providerNames,
  type SettingsProviderName,
  settingsProviderNames,
} from './settings/providers.ts'
export { olderSettings, type Settings, settings } from './settings/Settings.ts'
export { isDue, nextRun, parseSchedule, type Schedule, ScheduleError } from './settings/schedule.ts'
export { mask, redactSettings, unmaskSettings } from './settings/secrets.ts'
export { isSecretSetting, settingAt, settingPaths, settingTree } from './settings/settingPaths.ts'
export type { S3 } from './settings/storage.ts'
export { type TokenKind, tokenKinds } from './settings/tokens.ts'
export { validateSettings } from './settings/validateSettings.ts'
export { splitSql } from './sql/splitSql.ts'
export { validateWebHook } from './webHooks/validateWebHook.ts'
export { defaultWebHook, type WebHook, type WebHookEvent, type WebHookOptions, webHookEvents } from './webHooks/WebHook.ts'
