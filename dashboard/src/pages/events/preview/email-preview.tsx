import { Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { checkOf } from '../../../parts/field';
import { MailFrame } from '../../../parts/mail-frame';
import type { RenderedMessage } from '../query';
import { Facts } from '../../../parts/facts';
import { PlainText } from '../../../parts/plain-text';

const WIDTHS = { mail: 600, phone: 360 };

type View = keyof typeof WIDTHS | 'text';

/** An e-mail as mail programs show it: at two widths, in the dark, and as plain text. */
export function EmailPreview({ rendered: { from, subject, html, text } }: { rendered: RenderedMessage }) {
  const [chosen, setView] = useState<View>('mail');
  const [dark, setDark] = useState(false);
  const { ref, width } = useElementSize();
  const view = html ? chosen : 'text';
  return (
    <Stack gap="xs">
      <Facts
        variant="vertical"
        withRowBorders={false}
        nameWidth={96}
        facts={{ From: from, Subject: subject }}
      />
      {html && (
        <Group gap="sm">
          <SegmentedControl
            aria-label="View of the e-mail"
            size="xs"
            data={[
              { value: 'mail', label: '600 wide' },
              { value: 'phone', label: '360 wide' },
              { value: 'text', label: 'Text' },
            ]}
            value={view}
            onChange={(value) => setView(value)}
          />
          <Switch label="Dark" size="sm" {...checkOf(dark, setDark)} />
        </Group>
      )}
      {html && view !== 'text' ? (
        <div ref={ref} role="region" aria-label="Preview of the e-mail">
          <div style={{ width: WIDTHS[view], zoom: Math.min(1, (width || WIDTHS[view]) / WIDTHS[view]) }}>
            <MailFrame
              html={html}
              title={`The e-mail, ${WIDTHS[view]} pixels wide`}
              width={WIDTHS[view]}
              dark={dark}
              height={520}
            />
          </div>
        </div>
      ) : (
        <PlainText text={text ?? ''} />
      )}
    </Stack>
  );
}
