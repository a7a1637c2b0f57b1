import { FieldFrame, ListInput } from '@coffer/ui'
import { MaxSelectSetting } from '../options/MaxSelectSetting.tsx'
import { MaxSizeSetting } from '../options/MaxSizeSetting.tsx'
import styles from '../options/options.module.css'
import { isSingle } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import { MimeTypesSetting } from './MimeTypesSetting.tsx'
import { defaultMaxSize, type FileOptions } from './options.ts'
import { ThumbFormats } from './ThumbFormats.tsx'

export function Settings(props: OptionsProps) {
  const { field, disabled, errorOf, onChange } = props
  const { thumbs } = field.options as FileOptions
  return (
    <>
      <MimeTypesSetting {...props} />
      <FieldFrame
        className={styles.wide}
        label="Thumb sizes"
        error={errorOf('thumbs')}
        help="Use comma as separator. 100x100 is always there."
        aside={<ThumbFormats />}
      >
        {({ control }) => (
          <ListInput
            {...control}
            placeholder="eg. 50x50, 480x720"
            disabled={disabled}
            value={thumbs ?? []}
            onValueChange={thumbs => onChange({ thumbs })}
          />
        )}
      </FieldFrame>
      <MaxSizeSetting props={props} label="Max file size" defaultSize={defaultMaxSize} help="Must be in bytes." />
      {!isSingle(field.options) && <MaxSelectSetting props={props} required={true} />}
    </>
  )
}
