import { SeveralSetting } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'

export function Inline(props: OptionsProps) {
  return <SeveralSetting props={props} single={{ maxSelect: 1 }} multiple={{ maxSelect: 99 }} />
}
