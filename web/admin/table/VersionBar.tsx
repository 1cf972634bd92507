import { useState } from "react";
import { useSearchParams } from "react-router";
import type { AdminAlbum } from "../../../contract/albums.ts";
import { VERSIONS_MAX } from "../../../contract/limits.ts";
import type { SequenceVersion } from "../../../contract/sequences.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/ConfirmDialog.tsx";
import { CopyIcon, MoreIcon, TrashIcon } from "../../ui/icons.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { Options } from "../../ui/Options.tsx";
import { useCreateVersion, useDeleteVersion, usePublishVersion, useRenameVersion } from "../actions/versions.ts";
import { NameDialog } from "./NameDialog.tsx";
import type { Table } from "./table-store.ts";
import styles from "./VersionBar.module.css";

type VersionBarProps = { album: AdminAlbum; version: SequenceVersion; versions: SequenceVersion[]; table: Table };

/** Which version is on the table, and what can be done with it. */
export function VersionBar({ album, version, versions, table }: VersionBarProps) {
  const [search, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<"duplicate" | "rename" | null>(null);
  const confirm = useConfirm();
  const publish = usePublishVersion(album);
  const create = useCreateVersion(album);
  const rename = useRenameVersion(album);
  const remove = useDeleteVersion(album);
  const current = versions.find((each) => each.current);

  const show = (change: Record<string, number | null>) => {
    for (const [name, value] of Object.entries(change)) {
      if (value === null) search.delete(name);
      else search.set(name, String(value));
    }
    setSearch(search);
  };

  async function askAndDelete() {
    const question = {
      title: `Delete ${version.name}?`,
      question: "This arrangement and its texts are permanently deleted. The photos stay in the album.",
      confirmLabel: "Delete version",
    };
    if (!(await confirm(question))) return;
    await remove.mutateAsync(version);
    show({ version: null, compare: null });
  }

  async function publishSaved() {
    if (!current || !(await table.settled())) return;
    publish.mutate({ version, before: current });
  }

  const others = versions.filter(({ id }) => id !== version.id);
  const entries: MenuEntry[] = [
    {
      label: "Duplicate…",
      icon: <CopyIcon />,
      isDisabled: versions.length >= VERSIONS_MAX,
      onSelect: () => setDialog("duplicate"),
    },
    { label: "Rename…", onSelect: () => setDialog("rename") },
    ...others.map(({ id, name }) => ({ label: `Compare with ${name}`, onSelect: () => show({ compare: id }) })),
    { label: "Delete…", icon: <TrashIcon />, isDisabled: version.current, onSelect: askAndDelete },
  ];
  return (
    <>
      <label className={styles.version}>
        <span className="visually-hidden">Version</span>
        <select
          value={version.id}
          onChange={({ target }) => show({ version: Number(target.value), compare: null, preview: null })}
        >
          <Options entries={versions.map(({ id, name, current }) => [id, current ? `${name} (published)` : name])} />
        </select>
      </label>
      <Menu label={`Actions for ${version.name}`} icon={<MoreIcon />} entries={entries} />
      <Button onClick={() => void table.settled().then(() => show({ preview: version.id }))}>Preview</Button>
      {!version.current && (
        <Button kind="primary" disabled={publish.isPending} onClick={() => void publishSaved()}>
          Publish
        </Button>
      )}
      {dialog === "duplicate" && (
        <NameDialog
          title={`Duplicate ${version.name}`}
          of={`new-version-${album.id}`}
          name={freeName(versions)}
          submitLabel="Duplicate"
          onSubmit={async (name) => {
            await table.settled();
            const { sequence } = await create.mutateAsync({ name, from: version.id });
            show({ version: sequence.version_id, compare: null });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "rename" && (
        <NameDialog
          title={`Rename ${version.name}`}
          of={`version-${album.id}-${version.id}`}
          name={version.name}
          submitLabel="Rename"
          onSubmit={(name) => rename.mutateAsync({ id: version.id, name })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const NAMES = ["First edit", "Second edit", "Third edit", "Fourth edit", "Fifth edit"];

function freeName(versions: SequenceVersion[]): string {
  const taken = new Set(versions.map(({ name }) => name));
  return NAMES.find((name) => !taken.has(name)) ?? `Edit ${versions.length + 1}`;
}
