"""Prints what a report's page says: usage: report_page.py PAGE REPORT.json"""

import json
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    [text] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data = json.loads(text)
    with open(sys.argv[2], encoding="utf-8") as file:
        same = data["report"] == json.load(file)
    print("the report is" + (" " if same else " not ") + "that of plan.json")
    [graph] = data["graphs"]
    for side, name in enumerate(["baseline", "planned"]):
        used = {edge["rewrites"][side] for edge in graph["edges"] if "rewrites" in edge} - {-1}
        print(f"{name}: {len(used)} rewrites, {sum(graph['rewrites'][number]['bytes'] for number in used)} bytes")
    lines = [
        f"{node['op']}: " + ", ".join(graph["layouts"][layout] for layout in node["layouts"])
        for node in graph["nodes"]
        if node["op"].startswith(("linalg.conv", "linalg.max", "func"))
    ]
    print("\n".join(sorted(lines)))
    fetched = re.findall(r'\b(?:src|href)="(?!data:)[^"]*"|@import|url\((?!#)', page)
    print(f"fetches {fetched}" if fetched else "nothing is fetched")


if __name__ == "__main__":
    main()
