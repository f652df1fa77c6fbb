import { type IconProps, LineIcon } from '#web/ui/icons/line-icon.tsx';

export function PlusIcon(props: IconProps) {
  return (
    <LineIcon {...props}>
      <path d="M5 12h14M12 5v14" />
    </LineIcon>
  );
}
