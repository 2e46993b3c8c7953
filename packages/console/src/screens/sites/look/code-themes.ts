import { SiteCustomizationSettings } from '@stemma/contract'
import type { Option } from '../../../kit/choice.tsx'

const { light } =
  SiteCustomizationSettings.properties.styling.properties.codeTheme.properties.default.properties

/** `github-dark` is `Github dark`. The build replaces this file by its result: browsers have no contract. */
export const codeThemes: readonly Option[] = light.enum.map((id) => ({
  id,
  name: id.slice(0, 1).toUpperCase() + id.slice(1).replaceAll('-', ' '),
}))
