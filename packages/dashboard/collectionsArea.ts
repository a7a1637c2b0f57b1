/** The screens of /collections in one chunk, because they are always shown together. */
export { CollectionsArea } from './CollectionsArea.tsx'
export { RecordsScreen } from './screens/records/page/RecordsScreen.tsx'
