import type { TFunction } from 'i18next';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { coordinateDigits, formatNumber } from '../../ui/values/format.ts';

/** What a version says of a field as its view writes it; undefined for what stands for itself, or has words of its own. */
export type ValueText = (field: string, value: string) => string | undefined;

/** The numbers of a declared kind: `46,51322`, `1.100 l`. */
export const declaredText =
  ({ fields }: KindDeclaration, t: TFunction, language: string): ValueText =>
  (name, value) => {
    const { type, unit } = new Map<string, Field>(Object.entries(fields)).get(name) ?? {};
    if (type !== 'integer' && type !== 'float') {
      return undefined;
    }
    const number = formatNumber(Number(value), language, coordinateDigits);
    return unit ? t(`common:units.${unit}`, { value: number }) : number;
  };
