"""Deep Sets of the same sizes in PyTorch on one CPU thread: rows a second, as JSON. Batches padded to their longest set, or packed."""
import json
import sys
import time

import torch

torch.set_num_threads(1)
torch.manual_seed(1)
samples = int(sys.argv[1])
sizes = 5 * (1 + torch.randint(0, 20, (samples,)))
sets = [torch.rand(int(n), 3) for n in sizes]
targets = torch.rand(samples, 1)
rows = int(sizes.sum())


def network():
    widths = [3, 32, 32, 32, 32, 32]
    hidden = [part for a, b in zip(widths, widths[1:]) for part in (torch.nn.Linear(a, b), torch.nn.ReLU())]
    phi = torch.nn.Sequential(*hidden, torch.nn.Linear(32, 6))
    rho = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))
    return phi, rho, torch.optim.Adam([*phi.parameters(), *rho.parameters()], lr=1e-3)


def padded_sum(phi, batch):
    x = torch.nn.utils.rnn.pad_sequence(batch, batch_first=True)
    mask = torch.arange(x.shape[1])[None, :] < torch.tensor([len(s) for s in batch])[:, None]
    return (phi(x) * mask[:, :, None]).sum(1)


def packed_sum(phi, batch):
    owner = torch.repeat_interleave(torch.arange(len(batch)), torch.tensor([len(s) for s in batch]))
    return torch.zeros(len(batch), 6).index_add(0, owner, phi(torch.cat(batch)))


def speed(pool):
    phi, rho, optimiser = network()
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        order = torch.randperm(samples)
        for first in range(0, samples, 32):
            picks = order[first : first + 32]
            loss = torch.nn.functional.mse_loss(rho(pool(phi, [sets[k] for k in picks])), targets[picks])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        best = max(best, rows / (time.process_time() - start))
    return best


print(json.dumps({"version": torch.__version__, "padded": speed(padded_sum), "packed": speed(packed_sum)}))
