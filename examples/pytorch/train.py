"""Trains a Deep Sets network on a labelled table of neo-lrp, and writes it as mine.phi.onnx, mine.rho.onnx and the card mine.json.

python train.py labelled.csv [epochs]      needs: pip install torch onnx onnxscript
"""
import csv
import json
import sys

import torch

DISTANCE, VEHICLE = 100, 1000  # the costs of a unit of distance and of a vehicle that the network learns
WIDTH, LATENT, UNITS = 32, 6, 6

sets = {}
with open(sys.argv[1], newline="") as table:
    for row in csv.DictReader(table):
        customers, _ = sets.setdefault(row["set"], ([], {}))
        spread = float(row["spread"])
        customers.append([float(row["x"]) / spread, float(row["y"]) / spread, float(row["demand"]) / float(row["capacity"])])
        cost = DISTANCE * float(row["travel"]) + VEHICLE * float(row["routes"])
        sets[row["set"]] = (customers, cost / spread)
rows = torch.tensor([customer for customers, _ in sets.values() for customer in customers])
owner = torch.tensor([k for k, (customers, _) in enumerate(sets.values()) for _ in customers])
costs = torch.tensor([cost for _, cost in sets.values()])
mean = costs.mean()

torch.manual_seed(1)
phi = torch.nn.Sequential(
    torch.nn.Linear(3, WIDTH), torch.nn.Sigmoid(), torch.nn.Linear(WIDTH, WIDTH), torch.nn.Sigmoid(), torch.nn.Linear(WIDTH, LATENT)
)
rho = torch.nn.Sequential(torch.nn.Linear(LATENT, UNITS), torch.nn.ReLU(), torch.nn.Linear(UNITS, 1))
optimiser = torch.optim.Adam([*phi.parameters(), *rho.parameters()], lr=1e-2)
for epoch in range(int(sys.argv[2]) if len(sys.argv) > 2 else 300):
    pooled = torch.zeros(len(sets), LATENT).index_add(0, owner, phi(rows))
    loss = torch.nn.functional.mse_loss(rho(pooled)[:, 0], costs / mean)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
error = ((rho(pooled)[:, 0] * mean - costs).abs() / costs).median()
print(f"median error on the training sets: {100 * error:.1f} %")

with torch.no_grad():  # so that the network gives costs over the spread, which the card calls N2
    rho[2].weight.mul_(mean)
    rho[2].bias.mul_(mean)
for name, network, size in (("phi", phi, 3), ("rho", rho, LATENT)):
    torch.onnx.export(network.eval(), (torch.zeros(1, size),), f"mine.{name}.onnx", dynamo=True, external_data=False, verbose=False)
card = {
    "name": "mine",
    "architecture": {"kind": "deep-sets", "features": ["x", "y", "load"], "layers": 2, "width": WIDTH, "latent": LATENT, "units": UNITS, "activation": "sigmoid"},
    "target": {"kind": "cost", "distanceScale": DISTANCE, "vehicleCost": VEHICLE, "normalisation": "N2"},
}
with open("mine.json", "w") as file:
    json.dump(card, file, indent=2)
