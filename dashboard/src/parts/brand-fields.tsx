import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { BRAND_TEXTS, type BrandDraft } from './brand-draft';
import { textOf } from './field';

interface FieldsProps {
  draft: BrandDraft;
  set: (part: Partial<BrandDraft>) => void;
}

/** Fields for what templates know of a brand. */
export const BrandFields = ({ draft, set }: FieldsProps) => (
  <Stack>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {BRAND_TEXTS.map(({ field, ...props }) => (
        <TextInput key={field} {...props} {...textOf(draft[field], (typed) => set({ [field]: typed }))} />
      ))}
    </SimpleGrid>
    <Textarea
      label="Footer"
      description="Text at the end of messages"
      autosize
      minRows={2}
      maxRows={8}
      maxLength={4096}
      {...textOf(draft.footer, (footer) => set({ footer }))}
    />
    <Textarea
      label="Social links"
      description="One on each line: a name, a space, an address. Such as linkedin https://www.linkedin.com/company/acme"
      autosize
      minRows={2}
      maxRows={12}
      {...textOf(draft.social, (social) => set({ social }))}
    />
    <Textarea
      label="Values per language"
      description={'JSON by language, such as { "de": { "footer": "Acme GmbH" } }'}
      autosize
      minRows={2}
      maxRows={16}
      styles={{ input: { fontFamily: 'monospace' } }}
      {...textOf(draft.languages, (languages) => set({ languages }))}
    />
  </Stack>
);
