import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function ItalicIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M19 4L10 4M14 20L5 20M15 4L9 20" />
    </LineIcon>
  );
}
