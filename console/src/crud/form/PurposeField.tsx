import { Textarea, type TextareaProps } from '@mantine/core';
import { purposeLength } from '@noa/domain/personal-data.ts';

/** In which somebody says what personal data is wanted for. */
export const PurposeField = (props: TextareaProps) => (
  <Textarea required maxLength={purposeLength.max} autosize minRows={2} {...props} />
);
