"""The options of `layout-pipeline` as a table in Markdown."""

BAR = "\\|"  # a bar that is no border of a cell


def format_default(option):
    """The default as the table has it."""
    value = option.default
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value is None or option.placeholder == "SECONDS" and value == 0:
        return "none"
    if option.placeholder == "BYTES":
        for unit, size in (("GiB", 2**30), ("MiB", 2**20)):
            if value % size == 0:
                return f"{value // size} {unit}"
    return f"`{value}`" if isinstance(value, str) else str(value)


def format_values(option):
    """What stands behind the name of the option."""
    if option.choices:
        return "|".join(option.choices)
    return option.placeholder or "true|false"


def format_meaning(option):
    """The description, the values and what else there is to say."""
    meant = [
        f"`{value}`, {meaning}" for value, meaning in option.choices.items() if meaning
    ]
    text = option.description
    if meant:
        text += ": " + "; ".join(meant)
    return f"{text}. {option.details}" if option.details else text


def table(options):
    """The table."""
    lines = ["| option | default | meaning |", "| --- | --- | --- |"]
    for option in options:
        cells = (
            f"`{option.name}={format_values(option)}`",
            format_default(option),
            format_meaning(option),
        )
        lines.append(f"| {' | '.join(it.replace('|', BAR) for it in cells)} |")
    return "\n".join(lines) + "\n"
