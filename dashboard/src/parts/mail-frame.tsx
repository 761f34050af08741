import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { quietMail } from './quiet-mail';

/** Nothing of the e-mail runs or sends: no script, no form, no other origin. Its links open nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:";

interface MailFrameProps {
  html: string;
  title: string;
  height?: number;
  /** Pixels. Absent: all that there is. */
  width?: number;
  dark?: boolean;
}

/** The HTML of an e-mail, in a frame that may do nothing. Images of other servers are loaded if the reader asks for them. */
export function MailFrame({ html, title, height = 420, width, dark = false }: MailFrameProps) {
  const [withImages, setWithImages] = useState(false);
  const mail = useMemo(() => quietMail(html), [html]);
  const page = useMemo(() => {
    const scheme = dark ? 'dark' : 'light';
    const policy = withImages ? `${POLICY} https:` : POLICY;
    // A meta element adds to the policy of this page, which a frame without an address has too.
    return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="color-scheme" content="${scheme}"><base target="_blank">${mail.html}`;
  }, [mail, dark, withImages]);
  return (
    <>
      {mail.hasImages && !withImages && (
        <Group gap="sm" mb="xs">
          <Text size="sm" c="var(--dimmed-text)">
            Images of other servers are not loaded. Their servers would see who looks at this e-mail.
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => setWithImages(true)}>
            Load images
          </Button>
        </Group>
      )}
      <iframe
        className="frame"
        title={title}
        sandbox=""
        srcDoc={page}
        style={{
          height,
          ...(width !== undefined && { width, maxWidth: '100%' }),
          ...(dark && { background: '#1a1b1e' }),
        }}
      />
    </>
  );
}
